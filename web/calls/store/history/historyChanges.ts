/** Counts the lines of a result that are not those of the same call before. */
import { comparableText } from "./comparable.ts";
import type { HistoryCall } from "./historyCall.ts";

/** The longest result that is compared, in UTF-16 code units: a list has many calls. */
const maxLength = 20_000;

/** The call before each one with the same item and arguments, on the same server. @param calls newest first */
export function earlierCalls<Call extends HistoryCall>(
  calls: readonly Call[],
): ReadonlyMap<Call, Call> {
  const last = new Map<string, Call>();
  const earlier = new Map<Call, Call>();
  for (const call of calls.toReversed()) {
    const { server, item, argumentsText } = call;
    const key = JSON.stringify([server, item.kind, item.name, argumentsText]);
    const before = last.get(key);
    if (before) earlier.set(call, before);
    last.set(key, call);
  }
  return earlier;
}

const counted = new WeakMap<HistoryCall, number>();

/** Times and ids do not count; 0 for long results. */
export function changedSince(before: HistoryCall, after: HistoryCall): number {
  const known = counted.get(after);
  if (known !== undefined) return known;
  const count = countLines(before, after);
  counted.set(after, count);
  return count;
}

function countLines(before: HistoryCall, after: HistoryCall): number {
  const [one, other] = [before.resultText, after.resultText];
  const isEnded = [before, after].every(({ end }) => end === "result" || end === "tool-error");
  if (!isEnded || one === other || one.length + other.length > 2 * maxLength) return 0;
  const [former, now] = [one, other].map((text) => comparableText(text, true).split("\n"));
  const left = new Map<string, number>();
  for (const line of former ?? []) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of now ?? []) {
    const count = left.get(line) ?? 0;
    if (count === 0) added++;
    else left.set(line, count - 1);
  }
  const removed = [...left.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(added, removed);
}
