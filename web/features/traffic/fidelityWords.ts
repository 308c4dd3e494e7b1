/** How close to the wire the page is with what it shows. */
import type { Entry } from "../../../shared/log/entry.ts";

/** @returns a sentence; empty where the entry stands for something that happened here */
export function fidelityWords(entry: Entry): string {
  if (entry.kind === "message" || entry.kind === "frame") {
    if (entry.carrier === "stdio") return "Exactly the bytes that went through the pipe.";
    return entry.direction === "out"
      ? "The body as it was given to the browser, which adds headers of its own."
      : "The body after the browser's decoding, and the headers it lets a page see.";
  }
  if (entry.kind === "http-response" || entry.kind === "http-end") {
    return "Status and headers as far as the browser lets a page see them.";
  }
  return "";
}
