/** What the page's link carries: something with an id that says and hears frames. */
import type { Failure } from "../../core/failures/failure.ts";
import type { Chunk } from "../frames/chunk.ts";
import type { RelayMessage } from "../frames/frames.ts";

export type SendFrame = (frame: string | Uint8Array<ArrayBuffer>) => void;

/** A message about one thing. */
export type MessageWithId = Extract<RelayMessage, { readonly id: string }>;

/** A message about the relay itself. */
export type MessageWithoutId = Exclude<RelayMessage, MessageWithId | { readonly kind: "welcome" }>;

/** One end of something that the link carries. */
export interface LinkDriver {
  /** A socket is ready, for the first time or again. */
  onSocketReady(): void;
  message(message: MessageWithId): void;
  chunk(chunk: Chunk): void;
  /** The socket is gone, another is tried: nothing can be sent until `introduce`. */
  pause(): void;
  /** The relay is out of reach for good; the link has forgotten this driver. */
  lost(failure: Failure): void;
}
