/** Defines the interface of every transport. */

import type { ProcessEnding } from "../core/processEnding.ts";
import type { Initiator, MessageEntry } from "../log/entry.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { Header } from "../protocol/headers.ts";
import type { MessageHead } from "../protocol/jsonRpc.ts";

/** One received JSON-RPC message, already logged. */
export interface ReceivedMessage {
  readonly head: MessageHead;
  /** The parsed message; undefined if the text is not JSON. */
  readonly value: unknown;
}

/** One received frame: one message, or several in a batch. */
export interface ReceivedFrame {
  readonly entry: MessageEntry;
  /** The JSON text as received. */
  readonly text: string;
  readonly messages: readonly ReceivedMessage[];
  /** When the request of its exchange was handed to the network, if that was noted there. */
  readonly startedAt?: number | undefined;
}

export interface Receiver {
  frame(frame: ReceivedFrame): void;
  /** The channel is lost; nothing more arrives. */
  closed(failure: Failure): void;
}

/** The delivery of a sent frame. */
export type Delivery =
  /** Delivered; answers may arrive at any time (stdio). */
  | { readonly kind: "delivered" }
  /** The exchange is complete and everything in it has been received. */
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "aborted" };

/** A frame being sent. */
export interface Sending {
  /** The log entry that holds the bytes; in no log if they were refused. */
  readonly entry: MessageEntry;
  /** Settles when nothing more follows for this frame; never rejects. */
  readonly delivery: Promise<Delivery>;
  /**
   * Present if the frame is queued: settles when it is sent, with the time of the clock; never if it is
   * aborted before that.
   */
  readonly queued?: Promise<number>;
}

export interface SendOptions {
  /** Ends the exchange early (HTTP: closes the response stream). */
  readonly signal?: AbortSignal;
  /** Also sends bytes with line breaks on a transport on which a line is a message. */
  readonly allowsLineBreaks?: boolean;
  /** Headers of this frame alone; ignored by a transport without headers. */
  readonly headers?: readonly Header[];
  /** Returns headers that repeat parts of a message; headers the user set override them. */
  readonly mirror?: (message: unknown) => readonly Header[];
  /** Pauses request timeouts while the user is prompted; returns the function that resumes them. */
  readonly pauseTimeouts?: () => () => void;
  /** Called with the new entry each time the frame is sent again with other credentials. */
  readonly onResend?: (entry: MessageEntry) => void;
  /** Who caused the frame, for the log. */
  readonly initiator?: Initiator;
}

/** What a transport supports, so that the page can warn before an attempt. */
export interface TransportAbilities {
  /** Request headers: any, any but those forbidden by the platform, or none. */
  readonly headers: "any" | "platform" | "none";
  /** Whether the log shows exactly what was on the wire, or what the platform reveals of it. */
  readonly fidelity: "exact" | "platform";
}

export interface Transport {
  readonly kind: "streamable-http" | "http-sse" | "stdio";
  readonly abilities: TransportAbilities;
  /**
   * Opens the channel and sets its receiver.
   * @returns undefined when open, otherwise the failure
   */
  open(receiver: Receiver): Promise<Failure | undefined>;
  /**
   * Sends bytes unchanged. Where a line is a message, bytes with line breaks are refused with the
   * code `line-break`, unless the options allow them.
   * @param bytes the frame, without the framing of the transport
   */
  send(bytes: Uint8Array, options?: SendOptions): Sending;
  /** The current session id; undefined if there is none or the server has lost it. */
  sessionId?(): string | undefined;
  /**
   * Asks whether there is a server at the address again, once the channel is lost; only where a lost
   * channel cannot go on.
   */
  answers?(): Promise<boolean>;
  negotiated(revision: string): void;
  /** Opens the stream for messages from the server (HTTP: GET); call it after initialization. */
  listen(): void;
  /**
   * Ends the process of the server without a signal, then stops what is left of it; only where a
   * process was started.
   * @returns how many processes were left; undefined if that is not known
   */
  end?(how: ProcessEnding): Promise<number | undefined>;
  /** Closes the channel as the specification requires; settles when the server was notified. */
  close(): Promise<void>;
}
