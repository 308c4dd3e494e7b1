/** Writes the answer to a POST: one JSON message, or a stream of events if there are further ones. */
import type { ServerResponse } from "node:http";
import type { Clock } from "../../../../shared/core/clock.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";

/** Milliseconds after which a stream is opened, and a comment is sent, so that nothing gives up. */
const quietMs = 10_000;

/** Bytes that may wait until the client reads them. */
const maxUnread = 8 * 1024 * 1024;

export interface HttpAnswer {
  /** @param text the JSON text of a message or of a batch */
  send(text: string): void;
  /** Nothing more is sent. */
  end(): void;
}

/**
 * @param statusOf the HTTP status of a message that is the only one
 */
export function createHttpAnswer(
  response: ServerResponse,
  clock: Pick<Clock, "after">,
  statusOf: (text: string) => number,
): HttpAnswer {
  let only: string | undefined;
  let isStream = false;
  let stopWaiting = () => {};
  const write = (text: string) => {
    if (response.destroyed) return;
    response.write(text);
    // a client that does not read must not fill the memory
    if (response.writableLength > maxUnread) response.destroy();
  };
  const writeEvent = (text: string) => write(`event: message\ndata: ${text}\n\n`);
  const openStream = () => {
    if (isStream) return;
    isStream = true;
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    if (only !== undefined) writeEvent(only);
  };
  const wait = () => {
    stopWaiting = clock.after(quietMs, () => {
      openStream();
      write(": still at work\n\n");
      wait();
    });
  };
  wait();
  response.once("close", () => stopWaiting());
  return {
    send(text) {
      const isResponse = parseJsonObject(text)?.method === undefined;
      if (!isStream && only === undefined && isResponse) {
        only = text;
        return;
      }
      openStream();
      writeEvent(text);
    },
    end() {
      stopWaiting();
      if (isStream) response.end();
      else if (only === undefined) response.writeHead(202).end();
      else sendJson(response, statusOf(only), only);
    },
  };
}

/** Answers with one JSON text. */
export function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(text);
}
