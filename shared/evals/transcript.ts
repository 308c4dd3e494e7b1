/** What models and tools said in earlier runs, to answer from it again. */
import { asJsonObject, isJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { sameJson } from "../core/json/sameJson.ts";
import type { ToolCallEnd } from "../models/agent/toolResults.ts";
import type { Generated, ToolUse } from "../models/agent/turn.ts";
import type { ModelOutcome } from "../models/model.ts";
import { type ModelFailure, readModelFailure } from "../models/modelFailure.ts";

/** A call of a tool with the result that it had. */
export interface AnsweredCall {
  /** As it was offered, or as the server names it. */
  readonly tool: string;
  readonly input: JsonObject;
  /** A result of `tools/call`. */
  readonly result: JsonObject;
}

/** A run whose model answers again what it answered then. */
export interface RecordedRun {
  readonly case: string;
  readonly model: string;
  readonly repeat: number;
  /** Messages of `sampling/createMessage`, from the first of the user. */
  readonly transcript: readonly JsonObject[];
  /** How the last request to the model failed. */
  readonly failure?: ModelFailure | undefined;
}

/** The failure in the end of a run, which may come from a file. */
export function recordedFailure(end: unknown): ModelFailure | undefined {
  const { kind, failure } = membersOf(end);
  const { code } = membersOf(failure);
  if (kind !== "failed" || typeof code !== "string") return undefined;
  // a failure of another version is one nevertheless
  const evidence = { message: code, status: null, retryAfterSeconds: null };
  return readModelFailure(failure) ?? { code: "provider-error", evidence };
}

/** The calls of earlier runs, with what the model got. */
export function answeredCalls(runs: readonly RecordedRun[]): readonly AnsweredCall[] {
  return runs.flatMap(({ transcript }) => {
    const blocks = transcript.flatMap(blocksOf);
    return blocks.flatMap(({ type, id, name, input }) => {
      const result = blocks.find((one) => one.type === "tool_result" && one.toolUseId === id);
      if (type !== "tool_use" || !result) return [];
      const { content, structuredContent, isError } = result;
      return [
        {
          tool: String(name),
          input: asJsonObject(input) ?? {},
          result: { content, structuredContent, isError },
        },
      ];
    });
  });
}

/**
 * A call in a recording.
 * @param params of `tools/call`
 * @returns undefined if it has no result, or names no tool
 */
export function recordedCall(params: unknown, result: unknown): AnsweredCall | undefined {
  const { name, arguments: input } = asJsonObject(params) ?? {};
  if (typeof name !== "string" || !isJsonObject(result)) return undefined;
  return { tool: name, input: asJsonObject(input) ?? {}, result };
}

/**
 * Answers calls from recorded ones with the same arguments, in their order; the last one answers
 * again if there are more calls than answers.
 */
export function answerFrom(calls: readonly AnsweredCall[]): (use: ToolUse) => ToolCallEnd {
  const used = new Map<AnsweredCall, number>();
  return ({ name, tool, input }) => {
    const same = calls.filter(
      (call) => (call.tool === name || call.tool === tool?.name) && sameJson(call.input, input),
    );
    const [next] = same.toSorted((one, other) => (used.get(one) ?? 0) - (used.get(other) ?? 0));
    if (!next) {
      return { kind: "none", text: `The recording has no call of ${name} with these arguments.` };
    }
    used.set(next, (used.get(next) ?? 0) + 1);
    return { kind: "result", result: next.result };
  };
}

/** Generates the replies of an earlier run, one after the other, at no cost. */
export function frozenModel(run: RecordedRun | undefined): () => Promise<Generated> {
  const replies = (run?.transcript ?? []).filter(({ role }) => role === "assistant");
  return async () => {
    const reply = replies.shift();
    const base = {
      notes: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      finishReason: undefined,
      stopSequence: undefined,
      elapsedMs: 0,
      firstDeltaMs: undefined,
    };
    const missing = { code: "not-recorded", evidence: {} } as const;
    const failed = replies.length === 0 ? run?.failure : undefined;
    const outcome: ModelOutcome =
      reply && !failed
        ? { ...base, kind: "reply", reply }
        : { ...base, kind: "failed", failure: (reply && failed) || missing, partial: reply };
    return { outcome, cost: 0 };
  };
}

function blocksOf({ content }: JsonObject): readonly JsonObject[] {
  return (Array.isArray(content) ? content : [content]).filter(isJsonObject);
}
