/** Arranges spans in lanes, those of recordings apart from those of now. */
import type { LogIndex } from "../../messages/logIndex.ts";
import type { SessionMark } from "./marks.ts";
import { type LaneId, laneIds, type Span } from "./spans.ts";

/** A lane with content. */
export interface Lane {
  readonly id: LaneId;
  /** In the order of their starts. */
  readonly spans: readonly Span[];
  /** Their starts and ends, for what looks at all of them in each frame; infinite while one goes on. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** The line of each span: those that overlap are on different ones, as far as there are enough. */
  readonly lines: Uint8Array;
  readonly lineCount: number;
}

/** What happened on one clock. */
export interface TimelineSession {
  readonly isRecorded: boolean;
  /** The zero of its times, in milliseconds of the log's clock. */
  readonly from: number;
  /** The end of what is known. */
  readonly to: number;
  /** Whether something still goes on. */
  readonly isOpen: boolean;
  /** Without those that have no content. */
  readonly lanes: readonly Lane[];
  readonly spanCount: number;
  readonly marks: readonly SessionMark[];
}

/** Lines of a lane; spans for which there is no free one are on the last. */
const maxLines = 4;

/** @returns what was recorded and what happens now, each if there is any */
export function sessionsOf(
  spans: Iterable<Span>,
  index: Pick<LogIndex, "isRecorded" | "zero" | "end">,
  marks: readonly SessionMark[] = [],
): readonly TimelineSession[] {
  const recorded: Span[] = [];
  const now: Span[] = [];
  for (const span of spans) (index.isRecorded(span.connectionId) ? recorded : now).push(span);
  const marksOf = (isRecorded: boolean) =>
    marks.filter(({ connectionId }) => index.isRecorded(connectionId) === isRecorded);
  return [
    { ...sessionOf(recorded, true, index), marks: marksOf(true) },
    { ...sessionOf(now, false, index), marks: marksOf(false) },
  ].filter((session) => session.spanCount > 0);
}

function sessionOf(
  spans: readonly Span[],
  isRecorded: boolean,
  index: Pick<LogIndex, "zero" | "end">,
): Omit<TimelineSession, "marks"> {
  const byLane = new Map<LaneId, Span[]>(laneIds.map((id) => [id, []]));
  let from = index.zero(spans[0]?.connectionId ?? "");
  let to = isRecorded ? from : Math.max(from, index.end());
  let isOpen = false;
  for (const span of spans) {
    byLane.get(span.lane)?.push(span);
    from = Math.min(from, span.start);
    to = Math.max(to, span.end ?? span.start, span.ticks.at(-1) ?? span.start);
    isOpen ||= span.end === undefined;
  }
  const lanes = [...byLane].flatMap(([id, own]) => (own.length > 0 ? [laneOf(id, own)] : []));
  return { isRecorded, from, to, isOpen: isOpen && !isRecorded, lanes, spanCount: spans.length };
}

function laneOf(id: LaneId, unordered: readonly Span[]): Lane {
  const spans = unordered.toSorted((one, other) => one.start - other.start);
  const lines = new Uint8Array(spans.length);
  const starts = Float64Array.from(spans, ({ start }) => start);
  const ends = Float64Array.from(spans, ({ end = Number.POSITIVE_INFINITY }) => end);
  /** When the last span of each line ends. */
  const lineEnds: number[] = [];
  for (const [at, span] of spans.entries()) {
    const free = lineEnds.findIndex((end) => end <= span.start);
    const line = free >= 0 ? free : Math.min(lineEnds.length, maxLines - 1);
    lines[at] = line;
    lineEnds[line] = Math.max(lineEnds[line] ?? span.start, ends[at] ?? span.start);
  }
  return { id, spans, starts, ends, lines, lineCount: Math.max(1, lineEnds.length) };
}

/** A part of a session, in milliseconds of the log's clock. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Whether something of a span is in a range. */
export function isIn({ start, end }: Pick<Span, "start" | "end">, range: TimeRange): boolean {
  return start <= range.to && (end === undefined || end >= range.from);
}

/** The spans of a lane of which something is in a range. */
export function spansIn({ spans }: Lane, range: TimeRange): readonly Span[] {
  return spans.filter((span) => isIn(span, range));
}
