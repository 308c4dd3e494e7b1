/** Runs saved calls on a connected server and evaluates their assertions. */
import type { Connected } from "../client/connected.ts";
import type { Operation, RequestOptions } from "../client/operation.ts";
import { taskParamText, taskSupportOf } from "../client/tasks/taskSupport.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { parseJsonObject } from "../core/json/jsonObject.ts";
import { textAt } from "../core/json/textAt.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { expandTemplate } from "../protocol/uriTemplate.ts";
import {
  type Answered,
  type CheckOptions,
  type CheckResult,
  checkAssertions,
} from "./assertions.ts";
import type { CallKind, SavedCall, Variables } from "./collection.ts";
import { substituteJson, substituteText } from "./substitute.ts";

/** The outcome of a call. */
export type CallResult =
  | {
      readonly kind: "answered";
      readonly checks: readonly CheckResult[];
      /** Milliseconds that the whole call took. */
      readonly ms: number;
      /** The request in the log. */
      readonly seq: number;
      /** The JSON text of the result; undefined for an error. */
      readonly resultText: string | undefined;
    }
  | { readonly kind: "not-sent"; readonly code: "arguments-not-json" | "too-long" }
  | {
      readonly kind: "not-sent";
      readonly code: "unknown-variables";
      readonly names: readonly string[];
    }
  | { readonly kind: "failed"; readonly failure: Failure; readonly seq: number }
  | { readonly kind: "cancelled" };

interface RunCallsOptions extends Pick<CheckOptions, "validate" | "mask"> {
  readonly client: Connected;
  readonly calls: readonly SavedCall[];
  readonly variables: Variables;
  readonly signal: AbortSignal;
  /**
   * Whether the calls may be sent, asked before the first one and before each call of a tool; by
   * default all are.
   * @param read gets the tools that are called with their definitions, as the server lists them
   * now; undefined for those that it does not list
   */
  readonly confirm?: (read: () => Promise<ReadonlyMap<string, unknown>>) => Promise<boolean>;
  readonly onBegin?: (call: SavedCall) => void;
  readonly onEnd: (call: SavedCall, result: CallResult) => void;
}

/** Whether all assertions of a call hold. */
export function hasPassed(result: CallResult): boolean {
  return result.kind === "answered" && result.checks.every(({ problem }) => problem === undefined);
}

/** Runs calls one after the other; stops when the signal is aborted. Never rejects. */
export async function runCalls(options: RunCallsOptions): Promise<void> {
  const { client, calls, variables, signal, confirm, onBegin, onEnd } = options;
  const hasTools = calls.some(({ kind }) => kind === "tool");
  const names = calls.flatMap(({ kind, item }) => {
    const name = substituteText(item, variables);
    return kind === "tool" && name.kind === "text" ? [name.text] : [];
  });
  let tools: readonly unknown[] = [];
  const read = async () => {
    tools = hasTools ? (await client.list("tools/list", "tools", { signal })).items : [];
    return new Map(names.map((name) => [name, toolNamed(tools, name)]));
  };
  if (!confirm) await read();
  else if (!(await confirm(read))) return;
  for (const call of calls) {
    if (signal.aborted) return;
    if (call.kind === "tool" && confirm && !(await confirm(read))) return;
    onBegin?.(call);
    onEnd(call, await runCall(options, call, tools));
  }
}

async function runCall(
  { client, variables, signal, validate, mask }: RunCallsOptions,
  call: SavedCall,
  tools: readonly unknown[],
): Promise<CallResult> {
  const item = substituteText(call.item, variables);
  const args = substituteJson(call.argumentsText ?? "{}", variables);
  if (args.kind === "not-json") return { kind: "not-sent", code: "arguments-not-json" };
  if (item.kind === "too-long" || args.kind === "too-long") {
    return { kind: "not-sent", code: "too-long" };
  }
  if (item.kind !== "text" || args.kind !== "text") {
    const names = [item, args].flatMap((each) =>
      each.kind === "unknown-variables" ? each.names : [],
    );
    return { kind: "not-sent", code: "unknown-variables", names: [...new Set(names)] };
  }
  const tool = call.kind === "tool" ? toolNamed(tools, item.text) : undefined;
  const hasArguments = call.argumentsText !== undefined;
  const argumentsText = hasArguments ? args.text : undefined;
  const initiator = { kind: "saved-call", id: call.name } as const;
  const plain = { kind: call.kind, item: item.text, argumentsText };
  const operation = startCall(client, plain, tool, { initiator, signal });
  const outcome = await operation.done;
  const { seq } = operation.entry;
  switch (outcome.kind) {
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", failure: outcome.failure, seq };
    default: {
      const { answer } = outcome;
      const ms = operation.took(outcome) ?? answer.ms;
      const resultText =
        outcome.kind === "result" ? (textAt(answer.text, answer.path) ?? answer.text) : undefined;
      const answered: Answered =
        outcome.kind === "result"
          ? { kind: "result", value: outcome.value, ms }
          : {
              kind: "error",
              code: outcome.error.code,
              message: outcome.error.message,
              ms,
            };
      const outputSchema = getOwn(tool, "outputSchema");
      const checks = await checkAssertions(answered, call.assertions, {
        variables,
        outputSchema,
        validate,
        mask,
      });
      return { kind: "answered", checks, ms, seq, resultText };
    }
  }
}

function toolNamed(tools: readonly unknown[], name: string): unknown {
  return tools.find((each) => getOwn(each, "name") === name);
}

/** A call without variables. */
export interface PlainCall {
  readonly kind: CallKind;
  /** The name of the tool or prompt, the URI of the resource, or the URI template. */
  readonly item: string;
  /** JSON text of an object. */
  readonly argumentsText: string | undefined;
}

/**
 * Sends the request of a call.
 * @param tool the definition of the tool that is called, by which the call may have to be a task
 */
export function startCall(
  client: Connected,
  call: PlainCall,
  tool: unknown,
  options: RequestOptions,
): Operation {
  const { method, paramsText } = requestOf(call);
  const isTask = tool !== undefined && taskSupportOf(tool, client.agreement) === "required";
  const withTask = isTask ? `{"task":${taskParamText()},${paramsText.slice(1)}` : paramsText;
  return client.request(method, withTask, options);
}

function requestOf({ kind, item, argumentsText }: PlainCall) {
  const name = JSON.stringify(item);
  switch (kind) {
    case "tool":
      return {
        method: "tools/call",
        paramsText: `{"name":${name},"arguments":${argumentsText ?? "{}"}}`,
      };
    case "prompt":
      return {
        method: "prompts/get",
        paramsText:
          argumentsText === undefined
            ? `{"name":${name}}`
            : `{"name":${name},"arguments":${argumentsText}}`,
      };
    case "resource":
      return { method: "resources/read", paramsText: `{"uri":${name}}` };
    case "template": {
      const values = parseJsonObject(argumentsText ?? "{}") ?? {};
      const uri = JSON.stringify(expandTemplate(item, values));
      return { method: "resources/read", paramsText: `{"uri":${uri}}` };
    }
  }
}
