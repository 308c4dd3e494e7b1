/** Says in words what the lanes and times of the timeline show. */
import { formatCount, formatMs } from "../../../messages/quantities.ts";
import type { LaneId, Span } from "./spans/spans.ts";
import type { TimeRange } from "./spans/timelineSessions.ts";

export const laneNames: Readonly<Record<LaneId, string>> = {
  calls: "Calls",
  asked: "Asked of you",
  models: "Models",
  streams: "Streams",
  tasks: "Tasks",
  authorization: "Authorization",
  others: "Other requests",
};

/**
 * How much a lane has.
 * @param spans those in the time that is shown
 * @param now until when spans without an end go on
 */
export function laneFacts(
  id: LaneId,
  spans: readonly Span[],
  range: TimeRange,
  now: number,
): string {
  const failed = spans.filter(({ isFailed }) => isFailed).length;
  const facts = [`${spans.length.toLocaleString("en")}`];
  if (id === "asked") {
    const waited = spans.reduce((sum, { start, end = now, ms = end - start }) => sum + ms, 0);
    if (spans.length > 0) facts.push(formatMs(waited));
  } else if (id === "streams") facts.push(formatCount(ticksIn(spans, range), "event"));
  else if (id === "tasks") facts.push(formatCount(ticksIn(spans, range), "poll"));
  else if (id === "models") facts[0] = formatCount(spans.length, "request");
  if (failed > 0) facts.push(`${failed.toLocaleString("en")} failed`);
  return facts.join(" · ");
}

function ticksIn(spans: readonly Span[], { from, to }: TimeRange): number {
  return spans.reduce(
    (sum, { ticks }) => sum + ticks.filter((at) => at >= from && at <= to).length,
    0,
  );
}

/** The length of a time in a heading, such as `24 s`. */
export function lengthText(ms: number): string {
  return ms >= 10_000 && ms < 60_000 ? `${Math.round(ms / 1000)} s` : formatMs(ms);
}
