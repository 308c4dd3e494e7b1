/** Sends server-sent events to one reader, no faster than it reads. */
import { once } from "node:events";
import type { Request, Response } from "express";
import { onceDone } from "../blobs/transferLimiter.ts";

interface EventStream {
  /**
   * Sends an event, and waits until the reader has taken it; closes the stream of a reader that takes
   * too long.
   */
  send(event: { name: string; data: string; id?: number }): Promise<void>;
  /** Keeps proxies from closing the connection. */
  keepAlive(): void;
  readonly isOpen: boolean;
  close(): void;
}

/** Milliseconds that a reader may take for one event. */
const slowestMs = 30_000;

/**
 * Begins an event stream as the response.
 * @param onClosed called once, when either side has closed it
 */
export function openEventStream(
  request: Request,
  response: Response,
  onClosed: () => void,
): EventStream {
  let isOpen = true;
  onceDone(request, response, () => {
    isOpen = false;
    onClosed();
  });
  response.set({
    "Content-Type": "text/event-stream",
    // keeps proxies from buffering events
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  return {
    async send({ name, data, id }) {
      if (!isOpen) return;
      const number = id === undefined ? "" : `id: ${id}\n`;
      if (response.write(`${number}event: ${name}\ndata: ${data}\n\n`)) return;
      const late = setTimeout(() => response.destroy(), slowestMs);
      await Promise.race([once(response, "drain"), once(response, "close")]).catch(() => {});
      clearTimeout(late);
    },
    keepAlive() {
      if (isOpen && !response.writableNeedDrain) response.write(":\n\n");
    },
    get isOpen() {
      return isOpen;
    },
    close() {
      response.end();
    },
  };
}
