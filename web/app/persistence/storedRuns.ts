/** Converts the newest results of a server's items to plain data and back. */
import type { Answer } from "../../../shared/client/session/outcome.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { Initiator, MessageEntry } from "../../../shared/log/entry.ts";
import type { CallsState } from "../../calls/store/calls.ts";
import type { DoneRun, Run, RunTimes } from "../../calls/store/run.ts";

/** A run without the members that exist in one page only. Times are milliseconds since 1970. */
export interface StoredRun {
  readonly key: string;
  readonly text: string | undefined;
  readonly startedAt: number;
  readonly isSingle: boolean;
  readonly times?: RunTimes | undefined;
  readonly initiator?: Initiator | undefined;
  readonly outcome: StoredOutcome;
}

type StoredOutcome =
  | Exclude<DoneRun["outcome"], { kind: "result" }>
  /** Its value is inside the answer's text. */
  | { readonly kind: "result"; readonly answer: Answer };

/** Characters of one answer that are stored. */
const maxAnswerLength = 2_000_000;
/** Characters of all answers. */
const maxAnswersLength = 10_000_000;

/**
 * @param serverId whose runs
 * @param origin milliseconds since 1970 at which the page's clock was 0
 */
export function storedRuns(state: CallsState, serverId: string, origin: number): StoredRun[] {
  const stored: StoredRun[] = [];
  let length = 0;
  // the newest first: beyond the limit the oldest are left out
  const runs = [...(state.get(serverId) ?? [])]
    .flatMap(([key, calls]) => storable(calls).map((run) => [key, run] as const))
    .sort(([, a], [, b]) => b.startedAt - a.startedAt);
  for (const [key, run] of runs) {
    const ended = run.kind === "done" ? run : { isSingle: true, outcome: reloaded };
    const size = "answer" in ended.outcome ? ended.outcome.answer.text.length : 0;
    length += size;
    if (size > maxAnswerLength || length > maxAnswersLength) continue;
    const outcome = shift(withoutValue(ended.outcome), origin);
    const { text, startedAt, times, initiator } = run;
    const { isSingle } = ended;
    stored.push({
      ...{ key, text, startedAt: startedAt + origin, isSingle, times, initiator },
      outcome,
    });
  }
  return stored;
}

const reloaded: DoneRun["outcome"] = { kind: "reloaded" };

/** The newest result of an item, and its calls without an answer. Tasks continue without the page. */
function storable(calls: readonly Run[]): readonly Run[] {
  const newest = calls.findLast(({ kind }) => kind === "done");
  return calls.filter(
    (run) => run === newest || (run.kind === "running" && run.task === undefined),
  );
}

/** @param origin of the page that restores them */
export function restoredRuns(
  stored: readonly StoredRun[],
  origin: number,
): (readonly [key: string, run: DoneRun])[] {
  return stored.map(({ key, text, startedAt, isSingle, times, initiator, outcome }, index) => {
    const run: DoneRun = {
      kind: "done",
      // it has no number in this page's log
      seq: -2 - index,
      mark: Symbol(key),
      text,
      startedAt: startedAt - origin,
      isSingle,
      ...(times && { times }),
      ...(initiator && { initiator }),
      outcome: withValue(shift(outcome, -origin)),
    };
    return [key, run];
  });
}

function withoutValue(outcome: DoneRun["outcome"]): StoredOutcome {
  return outcome.kind === "result" ? { kind: "result", answer: outcome.answer } : outcome;
}

function withValue(outcome: StoredOutcome): DoneRun["outcome"] {
  if (outcome.kind !== "result") return outcome;
  const { answer } = outcome;
  const value = answer.path.reduce<unknown>(getOwn, JSON.parse(answer.text));
  return { kind: "result", value, answer };
}

function shift(outcome: StoredOutcome, ms: number): StoredOutcome {
  if (!("answer" in outcome)) return outcome;
  const { entry } = outcome.answer;
  const readAt = entry.readAt === undefined ? {} : { readAt: entry.readAt + ms };
  const moved: MessageEntry = { ...entry, at: entry.at + ms, ...readAt };
  return { ...outcome, answer: { ...outcome.answer, entry: moved } };
}
