/** Parts of sentences: what others wrote, and durations. */
import { jsonText } from "../core/text/textOfJson.ts";

/** A value of others within a sentence, as JSON; one that is nested deeply is cut. */
export const quoted = (value: unknown): string =>
  value === undefined ? "undefined" : jsonText(value);

/** A phrase as the beginning of a sentence. */
export const asSentence = (phrase: string): string =>
  phrase.slice(0, 1).toUpperCase() + phrase.slice(1);

/** @param ms duration in milliseconds; shown with one decimal below 10 ms */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${Math.max(0, ms).toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
