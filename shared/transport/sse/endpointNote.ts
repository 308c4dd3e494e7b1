/** Recognises the `endpoint` event of HTTP+SSE and marks the session id in its URL as secret. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { SseBlock } from "../../core/sseBlock.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { EventNote } from "../http/responseBody.ts";

/**
 * Describes an `endpoint` event for the log.
 * @param bytes the bytes of the block, which the secrets refer to
 * @returns undefined for other events
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function endpointNote({ event, data }: SseBlock, bytes: Uint8Array): EventNote | undefined {
  if (event !== "endpoint" || !data) return undefined;
  const text = decodeText(bytes);
  const begin = text.lastIndexOf(data);
  // data in several lines is not a URL: mark the whole block
  const isWhole = begin >= 0;
  const offset = (index: number) => encodeText(text.slice(0, begin + index)).byteLength;
  return {
    holds: "endpoint",
    secrets: urlSecrets(data).map(({ start, end }) => ({
      part: "body",
      start: isWhole ? offset(start) : 0,
      end: isWhole ? offset(end) : bytes.byteLength,
      kind: "session-id",
    })),
  };
}
