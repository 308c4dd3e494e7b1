/** The interface between a page's link and one thing with an id that it carries (a process, an exchange). */
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Chunk } from "../frames/chunk.ts";
import type { RelayMessage } from "../frames/frames.ts";

export type SendFrame = (frame: string | Uint8Array<ArrayBuffer>) => void;

type MessageWithId = Extract<RelayMessage, { readonly id: string }>;

export type MessageWithoutId = Exclude<RelayMessage, MessageWithId | { readonly kind: "welcome" }>;

/** The page's end of one thing that the link carries. */
export interface LinkDriver {
  /** Called when a socket is ready, for the first time or again. */
  onSocketReady(): void;
  message(message: MessageWithId): void;
  chunk(chunk: Chunk): void;
  /** Called when the socket closed and the link reconnects: nothing can be sent until `onSocketReady`. */
  pause(): void;
  /** Called when the link has given up; it has removed this driver. */
  lost(failure: Failure): void;
}
