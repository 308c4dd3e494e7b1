/** Computes how long the calls of each tool took. */
import type { Span } from "./spans/spans.ts";

/** The calls of one tool. */
export interface ToolTimes {
  readonly name: string;
  /** One of its calls. */
  readonly call: Span;
  readonly calls: number;
  readonly failed: number;
  /** Calls that still go on. */
  readonly running: number;
  /** Milliseconds of the calls that ended; undefined without one. */
  readonly median: number | undefined;
  /** Undefined for fewer than five calls. */
  readonly p95: number | undefined;
  readonly longest: number | undefined;
  /** Whether the network's clock measured all of them. */
  readonly isNetworkTime: boolean;
}

/** Calls without which nothing is said about the 95 % that took least. */
const minCallsForP95 = 5;

/**
 * @param calls the spans of calls in the time that is looked at
 * @param serverOf names the server of a call: tools of the same name on two servers are two
 * @returns one per tool, the one with the longest call first
 */
export function toolTimes(
  calls: Iterable<Span>,
  serverOf: (call: Span) => string = () => "",
): readonly ToolTimes[] {
  const byTool = new Map<string, Span[]>();
  for (const call of calls) {
    const key = `${call.name}\n${serverOf(call)}`;
    const own = byTool.get(key);
    if (own) own.push(call);
    else byTool.set(key, [call]);
  }
  return [...byTool.values()]
    .flatMap((own) => (own[0] ? [timesOf(own[0], own)] : []))
    .sort((one, other) => (other.longest ?? -1) - (one.longest ?? -1));
}

function timesOf(call: Span, calls: readonly Span[]): ToolTimes {
  const ended = Float64Array.from(calls.flatMap(({ ms }) => (ms === undefined ? [] : [ms]))).sort();
  const count = ended.length;
  return {
    name: call.name,
    call,
    calls: calls.length,
    failed: calls.filter(({ isFailed }) => isFailed).length,
    running: calls.filter(({ end }) => end === undefined).length,
    median: medianOf(ended),
    p95: count < minCallsForP95 ? undefined : ended[Math.ceil(count * 0.95) - 1],
    longest: ended.at(-1),
    isNetworkTime: calls.every((one) => one.isNetworkTime || one.ms === undefined),
  };
}

function medianOf(sorted: Float64Array): number | undefined {
  const middle = sorted.length / 2;
  if (middle === 0) return undefined;
  if (!Number.isInteger(middle)) return sorted[Math.floor(middle)];
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
