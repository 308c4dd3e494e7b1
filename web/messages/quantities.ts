/** Times, sizes and counts as people read them, in a width that hardly changes. */

/** @param ms milliseconds; a tenth is told below ten of them */
export function formatMs(ms: number): string {
  if (ms < 9.95) return `${Math.max(0, ms).toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${pad(seconds % 60, 2)} s`;
}

/** @param bytes counted in powers of 1,000, as networks count */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Time since a beginning, such as `12.345` or `1:02:12.345`; @param ms milliseconds */
export function formatElapsed(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = `${Math.floor(whole / 1000) % 60}.${pad(whole % 1000, 3)}`;
  if (hours > 0) return `${hours}:${pad(minutes, 2)}:${seconds.padStart(6, "0")}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, "0")}` : seconds;
}

/** The time of day in the reader's zone, such as `14:03:22.123`; @param epochMs as of `Date.now()` */
export function formatTimeOfDay(epochMs: number): string {
  const at = new Date(epochMs);
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part, 2));
  return `${parts.join(":")}.${pad(at.getMilliseconds(), 3)}`;
}

/** A number with its noun, such as `1 tool` or `12 tools`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
