/** Formats durations, sizes, times and counts with a nearly constant width. */
import { countText, nounText } from "../../shared/core/countText.ts";
import { durationText } from "../../shared/messages/phrases.ts";

export const formatMs = durationText;

/** Explains the sign before a duration that the page's own clock measured. */
export const ownClockTitle =
  "At most: measured by the page’s own clock, until the page was free to read the answer";

/**
 * Formats how long an answer took.
 * @param isNetworkTime whether the network's clock measured it; otherwise it ends when the page read the
 *   answer, so that the network took at most that
 */
export function formatDuration(ms: number, isNetworkTime: boolean): string {
  return isNetworkTime ? formatMs(ms) : `≤ ${formatMs(ms)}`;
}

/**
 * The time of a person at a sign-in, beside that of a connection.
 * @param ms milliseconds; 0 if nobody signed in
 */
export function signInText(ms: number): string | undefined {
  return ms === 0 ? undefined : `+ ${formatMs(ms)} sign-in`;
}

/** @param bytes size in bytes; units are powers of 1,000 */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @param ms time that passed, shown in whole seconds or minutes, for example `12 s` or `3 min` */
export function formatWait(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/**
 * Formats a time offset, for example `12.345` or `1:02:12.345`.
 * @param ms offset in milliseconds
 */
export function formatElapsed(ms: number): string {
  const total = Math.max(0, Math.round(ms));
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const seconds = `${Math.floor(total / 1000) % 60}.${pad(total % 1000, 3)}`;
  if (hours > 0) return `${hours}:${pad(minutes, 2)}:${seconds.padStart(6, "0")}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, "0")}` : seconds;
}

/**
 * Formats the local time of day, for example `14:03:22.123`.
 * @param epochMs milliseconds since the epoch
 */
export function formatTimeOfDay(epochMs: number): string {
  const at = new Date(epochMs);
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part, 2));
  return `${parts.join(":")}.${pad(at.getMilliseconds(), 3)}`;
}

/**
 * Formats a local date with the time, for example `23 Nov 2026, 10:52`.
 * @param epochMs milliseconds since the epoch
 */
export function formatDateTime(epochMs: number): string {
  const styles = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Date(epochMs).toLocaleString("en-GB", styles);
}

/** Formats a number with its noun, for example `1 tool` or `12 tools`. */
export const formatCount = countText;

/** The noun of a number that is formatted elsewhere. */
export const nounOf = nounText;

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
