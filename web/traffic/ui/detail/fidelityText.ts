/** Describes how far the raw bytes and headers are those on the wire. */
import type { Entry } from "../../../../shared/log/entry.ts";

type Carrier = "browser" | "relay" | "recording";

/**
 * @param carriedBy who carried the exchange; of a recording, that may be another program
 * @returns sentences; empty for entries that were not on the wire, such as connection events
 */
export function fidelityText(entry: Entry, carriedBy: Carrier): string {
  if (entry.kind === "http-response" || entry.kind === "http-end") {
    if (carriedBy === "recording") return "Status and headers as the recording has them.";
    if (carriedBy === "relay") return "Status and headers exactly as the relay received them.";
    return "The status and the headers that the browser reveals to pages.";
  }
  if (entry.kind !== "message" && entry.kind !== "frame") return "";
  return carrierText(entry, carriedBy);
}

function carrierText(
  { carrier, direction }: Extract<Entry, { carrier: unknown }>,
  carriedBy: Carrier,
): string {
  if (carriedBy === "recording") return "The text as the recording has it.";
  const isExact = carriedBy === "relay";
  if (carrier === "stdio") return "Exactly the bytes that went through the pipe.";
  if (isExact && direction === "out") {
    return "Body and headers as the relay sent them; it added Host, Content-Length and Connection where they were missing.";
  }
  if (isExact) return "The body as the relay received it, after decompression.";
  return direction === "out"
    ? "The body as passed to the browser, which adds its own headers."
    : "The body after decoding by the browser, and the headers that it reveals to pages.";
}
