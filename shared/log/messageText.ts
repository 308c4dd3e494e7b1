/** Finds the JSON text inside the bytes that carried it. */
import { decodeText, decodeTextPastMark } from "../core/bytes.ts";
import { readSseBlock } from "../core/sseBlock.ts";
import type { Carrier } from "./entry.ts";

/**
 * The text of the message that a logged frame carried.
 * @param carrier what carried it
 * @param bytes the frame's bytes as `EventLog.read` returns them
 */
export function messageText(carrier: Carrier, bytes: Uint8Array): string {
  switch (carrier) {
    case "sse":
      return readSseBlock(decodeText(bytes)).data ?? "";
    case "stdio":
      return decodeText(bytes).replace(/\r?\n$/, "");
    case "http":
      return decodeTextPastMark(bytes);
  }
}
