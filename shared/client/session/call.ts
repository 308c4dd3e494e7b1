/** Defines a request in flight and the options of a call. */

import type { Initiator, MessageEntry, QueueReason } from "../../log/entry.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Header } from "../../protocol/headers.ts";
import type { JsonRpcId, MessageHead } from "../../protocol/jsonRpc.ts";
import type { RequestOutcome } from "./outcome.ts";
import type { TimeLimits } from "./pendingRequests.ts";
import type { Progress } from "./progress.ts";

export interface CallOptions {
  readonly headers?: readonly Header[];
  /** Overrides the session's limits. */
  readonly limits?: Partial<TimeLimits>;
  readonly onProgress?: (progress: Progress) => void;
  /** Called where the request is queued, before the call is returned. */
  readonly onQueued?: (reason: QueueReason) => void;
  /**
   * Called when a queued request is sent, and when a request is sent again with other credentials;
   * with the time in milliseconds of the clock.
   */
  readonly onSent?: (at: number) => void;
  /**
   * Called when it begins to wait for a person, which pauses its timeouts, and when it no longer does;
   * with the time in milliseconds of the clock.
   */
  readonly onPause?: (isPaused: boolean, at: number) => void;
  /** Cancels the request, as {@link Call.cancel} does. */
  readonly signal?: AbortSignal;
  /** Sends no `notifications/cancelled` on timeout. */
  readonly omitCancellation?: boolean;
  /** Sends the request although the server does not declare its capability. */
  readonly evenIfUndeclared?: boolean;
  /** Sends bytes with line breaks where a line is a message. */
  readonly allowsLineBreaks?: boolean;
  /** Who caused it, for the log; the connection's own by default. */
  readonly initiator?: Initiator;
}

/** A request in flight. */
export interface Call {
  readonly id: JsonRpcId;
  readonly method: string;
  /** The log entry that holds what was sent. */
  readonly entry: MessageEntry;
  /** Settles once; never rejects. */
  readonly done: Promise<RequestOutcome>;
  /** Cancels the request and notifies the server. */
  cancel(): void;
  /** Cancels the request without a notification; closes its stream if no other request uses it. */
  abandon(): void;
}

/** Sent bytes and the requests found in them. */
export interface Sent {
  readonly entry: MessageEntry;
  readonly calls: readonly Call[];
  /** Why the bytes could not be delivered; undefined if they were. */
  readonly delivered: Promise<Failure | undefined>;
}

/** What the metadata of a composed request says. */
export interface ComposeOptions {
  /** Whether the server is asked to report progress, if the params do not already ask. */
  readonly hasProgress?: boolean;
  /** Whether somebody else composed the params, whose `_meta` must not speak for this client. */
  readonly isForeign?: boolean;
}

export type ParamsText = string | ((id: number) => string);

/** The request in a message, valid or not; undefined if no answer could be matched to it. */
export function requestOf(head: MessageHead): { id: JsonRpcId; method: string } | undefined {
  if (head.kind !== "request" && head.kind !== "invalid") return undefined;
  const { id, method } = head;
  return id === undefined || method === undefined ? undefined : { id, method };
}
