/** Sums up the newest turn of a conversation, to compare models. */
import type { ChatMessage } from "./conversation.ts";

export interface TurnSummary {
  /** Names of the tools that were chosen, in order. */
  readonly tools: readonly string[];
  /** Undefined where no request reported it. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Milliseconds until the first piece of the first reply. */
  readonly firstDeltaMs: number | undefined;
  /** Milliseconds of all requests to the model, without the calls. */
  readonly elapsedMs: number;
  readonly cost: number | undefined;
}

export function turnSummary(branch: readonly ChatMessage[]): TurnSummary {
  const from = branch.findLastIndex(({ kind }) => kind === "user") + 1;
  const replies = branch
    .slice(from)
    .flatMap((message) => (message.kind === "reply" ? [message] : []));
  const figures = replies.map((reply) => reply.figures);
  return {
    tools: replies.flatMap(({ calls }) => calls.map(({ offeredName }) => offeredName)),
    inputTokens: sum(figures.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(figures.map(({ usage }) => usage.outputTokens)),
    firstDeltaMs: figures[0]?.firstDeltaMs,
    elapsedMs: sum(figures.map(({ elapsedMs }) => elapsedMs)) ?? 0,
    cost: sum(figures.map(({ cost }) => cost)),
  };
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
}
