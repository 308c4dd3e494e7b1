/** Converts between texts of a schema's format and the values of the browser's own pickers. */

/** A picker of the browser, by the type of its input. */
export type PickerType = "date" | "time" | "datetime-local" | "color";

/** The picker for a format; undefined if the browser has none. */
export function pickerOf(format: string | undefined): PickerType | undefined {
  switch (format) {
    case "date":
    case "time":
    case "color":
      return format;
    case "date-time":
      return "datetime-local";
    default:
      return undefined;
  }
}

/** What a picker starts with; empty if the text is none of its values. */
export function pickerValue(type: PickerType, text: string): string {
  switch (type) {
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : "";
    case "time":
      return /^\d{2}:\d{2}(:\d{2})?/.exec(text)?.[0] ?? "";
    case "color":
      return /^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : "";
    case "datetime-local":
      // as it is written, whatever its offset
      return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?/.exec(text)?.[0] ?? "";
  }
}

/**
 * The text for a picked value: times get seconds and the offset of this machine, which RFC 3339 asks
 * for.
 * @param offsetOf minutes from a local time to UTC, as `Date.prototype.getTimezoneOffset` gives them
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function pickedText(
  type: PickerType,
  value: string,
  offsetOf: (value: string) => number,
): string {
  if (type === "date" || type === "color") return value;
  const whole = /:\d{2}:\d{2}$/.test(value) ? value : `${value}:00`;
  return whole + offsetText(offsetOf(type === "time" ? "" : value));
}

function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  const absolute = Math.abs(minutes);
  return `${minutes < 0 ? "+" : "-"}${two(absolute / 60)}:${two(absolute % 60)}`;
}
