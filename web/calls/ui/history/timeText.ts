/** Formats the time of a call. */

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

/** @param at milliseconds since 1970 */
export function clockText(at: number): string {
  return clock.format(at);
}

/** @param at milliseconds since 1970 */
export function dayText(at: number): string {
  return new Date(at).toDateString() === new Date().toDateString() ? "Today" : date.format(at);
}

/** @param at milliseconds since 1970 */
export function timeText(at: number): string {
  return dayText(at) === "Today" ? clockText(at) : `${dayText(at)}, ${clockText(at)}`;
}
