/** Extracts the JSON text from the bytes of a logged frame. */
import { decodeText, decodeTextWithoutBom } from "../core/bytes.ts";
import { readSseBlock } from "../core/sseBlock.ts";
import type { Carrier } from "./entry.ts";

/**
 * Reads the text of the message in a logged frame.
 * @param carrier what carried the message
 * @param bytes the frame's bytes as `EventLog.read` returns them
 */
export function messageText(carrier: Carrier, bytes: Uint8Array): string {
  switch (carrier) {
    case "sse":
      return readSseBlock(decodeText(bytes)).data ?? "";
    case "stdio":
      return decodeText(bytes).replace(/\r?\n$/, "");
    case "http":
      return decodeTextWithoutBom(bytes);
  }
}
