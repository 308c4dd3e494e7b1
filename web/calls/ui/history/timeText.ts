/** Formats the time of a call. */

const sameDay = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const otherDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** @param at milliseconds since 1970 */
export function timeText(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? sameDay : otherDay).format(at);
}
