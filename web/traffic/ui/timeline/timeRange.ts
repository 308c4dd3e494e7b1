/** Moves and scales the time that the lanes show. */
import type { TimeRange } from "./spans/timelineSessions.ts";

/** The shortest time that is shown, in milliseconds. */
const minLength = 1;

/** A range of the same length within the bounds, or the bounds where it is longer. */
function within({ from, to }: TimeRange, bounds: TimeRange): TimeRange {
  const length = Math.min(to - from, bounds.to - bounds.from);
  const start = Math.min(Math.max(from, bounds.from), bounds.to - length);
  return { from: start, to: start + length };
}

/** @param by the distance as a part of the length that is shown; negative for earlier times */
export function panned(range: TimeRange, bounds: TimeRange, by: number): TimeRange {
  return movedTo(range, bounds, range.from + (range.to - range.from) * by);
}

/** The range moved to another start. */
export function movedTo({ from, to }: TimeRange, bounds: TimeRange, start: number): TimeRange {
  return within({ from: start, to: start + to - from }, bounds);
}

/**
 * @param factor above 1 for a shorter time
 * @param around the time that stays in its place
 */
export function zoomed(
  range: TimeRange,
  bounds: TimeRange,
  factor: number,
  around = (range.from + range.to) / 2,
): TimeRange {
  const length = range.to - range.from;
  const next = Math.max(minLength, Math.min(length / factor, bounds.to - bounds.from));
  const part = length > 0 ? (around - range.from) / length : 0.5;
  return within({ from: around - next * part, to: around + next * (1 - part) }, bounds);
}

/** A range between two times in any order, not shorter than what can be shown. */
export function rangeBetween(one: number, other: number, bounds: TimeRange): TimeRange {
  const from = Math.max(bounds.from, Math.min(one, other));
  const to = Math.min(bounds.to, Math.max(one, other));
  return within({ from, to: Math.max(to, from + minLength) }, bounds);
}

/** Whether a range is as long as the bounds. */
export function isWhole({ from, to }: TimeRange, bounds: TimeRange): boolean {
  return from <= bounds.from && to >= bounds.to;
}

/** The range with some room around what is looked at. */
export function rangeAround({ from, to }: TimeRange, bounds: TimeRange): TimeRange {
  const room = Math.max(minLength, (to - from) * 0.15);
  return within({ from: from - room, to: to + room }, bounds);
}

export interface AxisTick {
  /** Milliseconds of the log's clock. */
  readonly at: number;
  readonly text: string;
}

export interface TimeAxis {
  readonly unit: "seconds" | "milliseconds" | "minutes";
  readonly ticks: readonly AxisTick[];
}

const units = [
  { unit: "milliseconds", ms: 1, upTo: 2000 },
  { unit: "seconds", ms: 1000, upTo: 300_000 },
  { unit: "minutes", ms: 60_000, upTo: Number.POSITIVE_INFINITY },
] as const;

/**
 * Places round times on an axis.
 * @param zero the time that is shown as 0
 * @param maxTicks how many have room
 */
export function timeAxis({ from, to }: TimeRange, zero: number, maxTicks: number): TimeAxis {
  const length = Math.max(to - from, Number.EPSILON);
  const { unit, ms } = units.find(({ upTo }) => length <= upTo) ?? units[2];
  const step = niceStep(length / ms / Math.max(1, maxTicks)) * ms;
  const ticks: AxisTick[] = [];
  const first = Math.ceil((from - zero) / step);
  for (let count = first; zero + count * step <= to && ticks.length <= maxTicks; count++) {
    ticks.push({ at: zero + count * step, text: digits((count * step) / ms, step / ms) });
  }
  return { unit, ticks };
}

/** The smallest of 1, 2, 5, 10 and so on that is not below a number. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

function digits(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toFixed(Math.min(3, decimals));
}
