/** Recognises the event that says where messages go, and the session id that it usually carries. */
import { decodeText, encodeText } from "../../core/bytes.ts";
import type { SseBlock } from "../../core/sseBlock.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { EventNote } from "../http/responseBody.ts";

/**
 * What the log is to know of an event of HTTP+SSE.
 * @param bytes the block, in which the secrets are marked
 * @returns undefined for every other event
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function endpointNote({ event, data }: SseBlock, bytes: Uint8Array): EventNote | undefined {
  if (event !== "endpoint" || !data) return undefined;
  const text = decodeText(bytes);
  const begin = text.lastIndexOf(data);
  // written in several lines it is no address, and not worth a closer look
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
