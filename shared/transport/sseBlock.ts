/** Reads the fields of the blocks of an event stream. */
import { createParser } from "eventsource-parser";
import { decodeText } from "../bytes.ts";

/** What one block said; a block of comments alone has neither data nor id. */
export interface SseBlock {
  /** The event's type; `message` where none was named. */
  readonly event: string;
  /** The data lines joined; undefined where the block has none. */
  readonly data: string | undefined;
  readonly id: string | undefined;
  /** Milliseconds the server asks to wait before reconnecting. */
  readonly retry: number | undefined;
  readonly comments: readonly string[];
}

/**
 * Makes a reader for the blocks of one stream, in order.
 * @returns a function from a whole block, blank line included, to its fields
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseReader(): (block: Uint8Array) => SseBlock {
  let event = "message";
  let data: string | undefined;
  let id: string | undefined;
  let retry: number | undefined;
  let comments: string[] = [];
  const parser = createParser({
    onEvent(message) {
      event = message.event ?? "message";
      data = message.data;
    },
    onId(value) {
      id = value;
    },
    onRetry(ms) {
      retry = ms;
    },
    onComment(comment) {
      comments.push(comment);
    },
  });
  return (block) => {
    event = "message";
    data = id = retry = undefined;
    comments = [];
    parser.feed(decodeText(block));
    return { event, data, id, retry, comments };
  };
}
