/** What pages can do through their sockets: one subject each for processes, forwarding and so on. */
import type { Chunk } from "../../shared/relay/frames/chunk.ts";
import type { PageMessage, RelayMessage } from "../../shared/relay/frames/frames.ts";

/** One page, as long as its socket is there. */
export interface Page {
  readonly session: string;
  sendMessage(message: RelayMessage): void;
  sendFrame(frame: Uint8Array): void;
  /** Does what takes time; should it throw, the page is hung up and the relay goes on. */
  run(work: () => Promise<void>): void;
}

/** Where one page is served with one subject. */
export interface FrameHandler {
  /** Does what a message asks for; false when it is about another subject. */
  message(message: PageMessage): boolean;
  /**
   * Takes bytes; false when they belong to another subject.
   * @returns a sentence when they cannot be taken, and the page is not to be trusted any more
   */
  chunk?(chunk: Chunk): boolean | string;
  /** The page is gone. */
  leave(): void;
  /** Whether something is under way that would be lost if the page were hung up. */
  isBusy?(): boolean;
}

/** Opens a desk for a page that has just been let in; may say something to it at once. */
export type FrameService = (page: Page) => FrameHandler;
