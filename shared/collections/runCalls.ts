/** Runs saved calls on a connected server and evaluates their assertions. */
import type { Connected } from "../client/connected.ts";
import type { Operation, RequestOptions } from "../client/operation.ts";
import type { TextOutcome } from "../client/session/outcome.ts";
import { taskParamText, taskSupportOf } from "../client/tasks/taskSupport.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { parseAnyJson, parseJsonObject } from "../core/json/jsonObject.ts";
import { duplicateName } from "../core/json/jsonText.ts";
import { putText } from "../core/json/putText.ts";
import { textAt } from "../core/json/textAt.ts";
import type { Initiator } from "../log/entry.ts";
import { maskCharacters } from "../log/mask.ts";
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
      readonly answered: Answered;
      readonly checks: readonly CheckResult[];
      /** The request in the log. */
      readonly seq: number;
      /** The definition of the tool that was called. */
      readonly tool: unknown;
    }
  | { readonly kind: "not-sent"; readonly code: NotSentCode }
  | {
      readonly kind: "not-sent";
      readonly code: "unknown-variables";
      readonly names: readonly string[];
    }
  | { readonly kind: "failed"; readonly failure: Failure; readonly seq: number }
  | { readonly kind: "cancelled" };

/**
 * `masked`: its values are masked; `duplicate-name`: a name is twice in an object of its params, so
 * that the server may read another call than was agreed to; `not-agreed`: `maySend` refused.
 */
type NotSentCode = "arguments-not-json" | "too-long" | "masked" | "duplicate-name" | "not-agreed";

interface RunCallsOptions extends Pick<CheckOptions, "validate" | "compare" | "mask"> {
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
  /** Whether a call of a tool of this definition is sent; the other calls go on. */
  readonly maySend?: (tool: unknown, call: SavedCall) => boolean;
  /** Who causes a request; by default the saved call of this name. */
  readonly initiator?: Initiator;
  readonly onBegin?: (call: SavedCall) => void;
  readonly onEnd: (call: SavedCall, result: CallResult) => void;
}

/** Whether all assertions of a call hold. */
export function hasPassed(result: CallResult): boolean {
  return result.kind === "answered" && result.checks.every(({ problem }) => problem === undefined);
}

/** Runs calls one after the other; stops when the signal is aborted. Never rejects. */
export async function runCalls(options: RunCallsOptions): Promise<void> {
  const { client, calls, variables, signal, confirm, maySend, onBegin, onEnd } = options;
  const names = calls.flatMap((call) => calledTool(call, variables) ?? []);
  let tools: readonly unknown[] = [];
  const read = async () => {
    tools = names.length > 0 ? (await client.list("tools/list", "tools", { signal })).items : [];
    return new Map(names.map((name) => [name, toolNamed(tools, name)]));
  };
  if (!confirm) await read();
  else if (!(await confirm(read))) return;
  /** The cursors of this server by those of the answers that were saved. */
  const cursors = new Map<string, string>();
  for (const call of calls) {
    if (signal.aborted) return;
    const name = calledTool(call, variables);
    if (name !== undefined && confirm && !(await confirm(read))) return;
    onBegin?.(call);
    const tool = name === undefined ? undefined : toolNamed(tools, name);
    const isRefused = name !== undefined && maySend?.(tool, call) === false;
    const result: CallResult = isRefused
      ? { kind: "not-sent", code: "not-agreed" }
      : await runCall(options, call, { tool, cursors });
    if (result.kind === "answered") noteCursor(call, result.answered, cursors);
    onEnd(call, result);
  }
}

/** The name of the tool that a call calls. */
function calledTool({ kind, item, argumentsText }: SavedCall, variables: Variables) {
  if (kind === "tool") {
    const name = substituteText(item, variables);
    return name.kind === "text" ? name.text : undefined;
  }
  if (kind !== "request" || item !== "tools/call") return undefined;
  const params = substituteJson(argumentsText ?? "{}", variables);
  const name = params.kind === "text" ? getOwn(parseAnyJson(params.text), "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

async function runCall(
  options: RunCallsOptions,
  call: SavedCall,
  { tool, cursors }: { readonly tool: unknown; readonly cursors: ReadonlyMap<string, string> },
): Promise<CallResult> {
  const { client, variables, signal } = options;
  const code = obstacleOf(call);
  if (code) return { kind: "not-sent", code };
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
  const hasArguments = call.argumentsText !== undefined;
  const argumentsText = hasArguments ? withCursor(args.text, cursors) : undefined;
  const { initiator = { kind: "saved-call", id: call.name } } = options;
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
      const ms = operation.took(outcome) ?? outcome.answer.ms;
      const answered: Answered = { ms, text: answerText(outcome), ...answeredOf(outcome) };
      const outputSchema = getOwn(tool, "outputSchema");
      const checks = await checkAssertions(answered, call.assertions, { ...options, outputSchema });
      return { kind: "answered", answered, checks, seq, tool };
    }
  }
}

type AnswerOutcome = Extract<TextOutcome, { kind: "result" | "error" }>;

function answeredOf(outcome: AnswerOutcome) {
  if (outcome.kind === "result") return { kind: "result", value: outcome.value } as const;
  const { code, message } = outcome.error;
  return { kind: "error", code, message } as const;
}

/** The answer without its envelope, as written. */
export function answerText(outcome: AnswerOutcome): string {
  const { text, path } = outcome.answer;
  if (outcome.kind === "result") {
    return `{"result":${textAt(text, path) ?? JSON.stringify(outcome.value)}}`;
  }
  const error = textAt(text, [...path.slice(0, -1), "error"]);
  return `{"error":${error ?? JSON.stringify(outcome.error)}}`;
}

function obstacleOf({ item, argumentsText = "" }: SavedCall): NotSentCode | undefined {
  if (`${item}${argumentsText}`.includes(maskCharacters)) return "masked";
  return duplicateName(argumentsText) === undefined ? undefined : "duplicate-name";
}

/** The params of a list with the cursor of this server. */
function withCursor(argumentsText: string, cursors: ReadonlyMap<string, string>): string {
  if (cursors.size === 0) return argumentsText;
  const cursor = parseAnyJson(textAt(argumentsText, ["cursor"]));
  const known = typeof cursor === "string" ? cursors.get(cursor) : undefined;
  return known === undefined
    ? argumentsText
    : putText(argumentsText, ["cursor"], JSON.stringify(known));
}

function noteCursor(call: SavedCall, { text }: Answered, cursors: Map<string, string>): void {
  const same = call.assertions.find((each) => each.kind === "same");
  if (call.kind !== "request" || !same) return;
  const [before, after] = [same.valueText, text].map((answer) =>
    getOwn(getOwn(parseAnyJson(answer), "result"), "nextCursor"),
  );
  if (typeof before === "string" && typeof after === "string") cursors.set(before, after);
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
  const { method, paramsText = "{}" } = requestOf(call);
  // what the params of another client say of it is replaced
  if (call.kind === "request") {
    return client.request(method, call.argumentsText, { ...options, isForeign: true });
  }
  const isTask = tool !== undefined && taskSupportOf(tool, client.agreement) === "required";
  const withTask = isTask ? `{"task":${taskParamText()},${paramsText.slice(1)}` : paramsText;
  return client.request(method, withTask, options);
}

function requestOf({ kind, item, argumentsText }: PlainCall) {
  const name = JSON.stringify(item);
  switch (kind) {
    case "request":
      return { method: item, paramsText: argumentsText };
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
