/** Sums up the newest turn of a conversation, to compare models. */
import { type ChatCall, type ChatMessage, textForModel } from "./conversation.ts";

export interface TurnSummary {
  /** The calls that were chosen, in order. */
  readonly calls: readonly Pick<ChatCall, "offeredName" | "input">[];
  /** Undefined where no request reported it. */
  readonly inputTokens: number | undefined;
  /** They are part of the input. */
  readonly cachedTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** They are part of the output. */
  readonly reasoningTokens: number | undefined;
  /** Milliseconds until the first piece of the first reply. */
  readonly firstDeltaMs: number | undefined;
  /** Milliseconds of all requests to the model, without the calls. */
  readonly elapsedMs: number;
  readonly cost: number | undefined;
}

/**
 * How many messages all branches begin with. Those that were sent side by side are the same if their
 * words are.
 */
export function sharedLength(branches: readonly (readonly ChatMessage[])[]): number {
  const [first = [], ...others] = branches;
  const end = first.findIndex(
    (message, at) => !others.every((other) => isSame(message, other[at])),
  );
  return end < 0 ? first.length : end;
}

function isSame(one: ChatMessage, other: ChatMessage | undefined): boolean {
  if (one.id === other?.id) return true;
  return one.kind === "user" && other?.kind === "user" && textForModel(one) === textForModel(other);
}

export function turnSummary(branch: readonly ChatMessage[]): TurnSummary {
  const from = branch.findLastIndex(({ kind }) => kind === "user") + 1;
  const replies = branch
    .slice(from)
    .flatMap((message) => (message.kind === "reply" ? [message] : []));
  const figures = replies.map((reply) => reply.figures);
  return {
    calls: replies.flatMap(({ calls }) => calls),
    inputTokens: sum(figures.map(({ usage }) => usage.inputTokens)),
    cachedTokens: sum(figures.map(({ usage }) => usage.cachedTokens)),
    outputTokens: sum(figures.map(({ usage }) => usage.outputTokens)),
    reasoningTokens: sum(figures.map(({ usage }) => usage.reasoningTokens)),
    firstDeltaMs: figures[0]?.firstDeltaMs,
    elapsedMs: sum(figures.map(({ elapsedMs }) => elapsedMs)) ?? 0,
    cost: sum(figures.map(({ cost }) => cost)),
  };
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
}
