/** The interface between a socket and the services behind it (processes, forwarding, watching). */
import type { Chunk } from "../../shared/relay/frames/chunk.ts";
import type { PageMessage, RelayMessage } from "../../shared/relay/frames/frames.ts";

/** One page, for the lifetime of its socket. */
export interface Page {
  readonly session: string;
  /** Who opened it, where a proxy names people. */
  readonly person: string | undefined;
  /** Whether the page asked for times of the relay's clock. */
  readonly wantsTimes: boolean;
  sendMessage(message: RelayMessage): void;
  sendFrame(frame: Uint8Array): void;
  /** Runs asynchronous work; if it throws, the page's socket is closed and the relay continues. */
  run(work: () => Promise<void>): void;
}

export interface FrameHandler {
  /** Handles a message; false if it belongs to another service. */
  message(message: PageMessage): boolean;
  /**
   * Handles a chunk; false if it belongs to another service.
   * @returns a reason if the chunk violates the protocol; the socket is then closed
   */
  chunk?(chunk: Chunk): boolean | string;
  /** Called when the page's socket is closed. */
  leave(): void;
  /** Whether work is in progress that closing the socket would lose. */
  isBusy?(): boolean;
}

/** Creates the handler for a page that has just been authenticated; may send to it immediately. */
export type FrameService = (page: Page) => FrameHandler;
