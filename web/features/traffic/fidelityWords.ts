/** How close to the wire the page is with what it shows. */
import type { Entry } from "../../../shared/log/entry.ts";

/**
 * @param isLaidOut whether white space was added to show the message
 * @returns sentences; empty where the entry stands for something that happened here
 */
export function fidelityWords(entry: Entry, isLaidOut: boolean): string {
  if (entry.kind === "http-response" || entry.kind === "http-end") {
    return "Status and headers as far as the browser lets a page see them.";
  }
  if (entry.kind !== "message" && entry.kind !== "frame") return "";
  return `${isLaidOut ? "Laid out by white space alone. " : ""}${carrierWords(entry)}`;
}

function carrierWords({ carrier, direction }: Extract<Entry, { carrier: unknown }>): string {
  if (carrier === "stdio") return "Raw shows exactly the bytes that went through the pipe.";
  return direction === "out"
    ? "The body as it was given to the browser, which adds headers of its own."
    : "The body after the browser's decoding, and the headers it lets a page see.";
}
