/** How messages travel: the one interface behind which every transport stands. */

import type { Failure } from "../core/failures/failure.ts";
import type { Header } from "../core/headers.ts";
import type { MessageHead } from "../core/jsonRpc.ts";
import type { MessageEntry } from "../log/entry.ts";

/** One JSON-RPC message that arrived, already in the log. */
export interface ReceivedMessage {
  readonly head: MessageHead;
  /** The parsed copy that routing uses; undefined where the text is not JSON. */
  readonly value: unknown;
}

/** One frame that arrived: usually one message, several for a batch. */
export interface ReceivedFrame {
  readonly entry: MessageEntry;
  /** The JSON text as it came. */
  readonly text: string;
  readonly messages: readonly ReceivedMessage[];
}

/** What a transport tells whoever listens. */
export interface Receiver {
  frame(frame: ReceivedFrame): void;
  /** The channel is gone for good; nothing more will arrive. */
  closed(failure: Failure): void;
}

/** How a sent frame fared. */
export type Delivery =
  /** Handed over; answers may come at any time (stdio). */
  | { readonly kind: "delivered" }
  /** The exchange is over and everything it had to say has been received. */
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "aborted" };

/** A frame on its way. */
export interface Sending {
  /** The entry that holds the bytes sent. */
  readonly entry: MessageEntry;
  /** Settles when the transport has nothing more to say about this frame; never rejects. */
  readonly delivery: Promise<Delivery>;
  /**
   * Present where the frame has to wait for its turn: settles when it leaves, with the time on the clock;
   * never where it is withdrawn before that, and so was never sent.
   */
  readonly queued?: Promise<number>;
}

export interface SendOptions {
  /** Ends the exchange early (HTTP: closes the response stream). */
  readonly signal?: AbortSignal;
  /** Headers for this frame alone; a transport without headers ignores them. */
  readonly headers?: readonly Header[];
  /** Makes headers that repeat what a message of the frame says; whatever a person set wins over them. */
  readonly mirror?: (message: unknown) => readonly Header[];
  /** Stops the clocks of what waits for an answer, while a person is asked; returns the way to go on. */
  readonly hold?: () => () => void;
  /** Told where the frame had to be sent once more, with credentials: the entry of that time. */
  readonly onAgain?: (entry: MessageEntry) => void;
}

/** What a transport can and cannot do, for the page to say before it is tried. */
export interface TransportAbilities {
  /** Request headers: any, any but the platform's forbidden ones, or none at all. */
  readonly headers: "any" | "platform" | "none";
  /** Whether what is logged is exactly what was on the wire, or what the platform revealed of it. */
  readonly fidelity: "exact" | "platform";
}

export interface Transport {
  readonly kind: "streamable-http" | "http-sse" | "stdio";
  readonly abilities: TransportAbilities;
  /**
   * Makes the channel ready and names who listens.
   * @returns undefined when ready, else why it is not
   */
  open(receiver: Receiver): Promise<Failure | undefined>;
  /**
   * Sends bytes as they are.
   * @param bytes the frame, without the transport's own framing
   */
  send(bytes: Uint8Array, options?: SendOptions): Sending;
  /** The session that frames name now; undefined where there is none, or the server has lost it. */
  sessionId?(): string | undefined;
  /** Tells the transport which revision both sides settled on. */
  negotiated(revision: string): void;
  /** Opens whatever lets the server speak first (HTTP: the GET stream); call it once initialized. */
  listen(): void;
  /** Ends the channel as the specification asks; settles when the other side was told. */
  close(): Promise<void>;
}
