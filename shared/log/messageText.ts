/** Extracts the JSON text from the bytes of a logged frame. */
import { decodeText } from "../core/bytes.ts";
import { readSseBlock } from "../protocol/sseBlock.ts";
import type { Carrier } from "./entry.ts";

/**
 * Reads the text of the message in a logged frame.
 * @param carrier what carried the message
 * @param bytes the frame's bytes as `EventLog.read` returns them
 */
export function messageText(carrier: Carrier, bytes: Uint8Array): string {
  return messageInFrame(carrier, decodeText(bytes));
}

/**
 * Reads the text of the message in a frame.
 * @param frame the decoded bytes of the frame
 */
export function messageInFrame(carrier: Carrier, frame: string): string {
  switch (carrier) {
    case "sse":
      return readSseBlock(frame).data ?? "";
    case "stdio":
      return frame.replace(/\r?\n$/, "");
    case "http":
      return frame.startsWith(byteOrderMark) ? frame.slice(1) : frame;
  }
}

const byteOrderMark = "\ufeff";
