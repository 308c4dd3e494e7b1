/** Format of a log entry in a recording. */

import type {
  ConnectionEntry,
  FindingEntry,
  FrameEntry,
  HttpEndEntry,
  HttpResponseHead,
  MessageEntry,
  ProcessEntry,
  SecretSpan,
} from "../../log/entry.ts";
import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { Header } from "../../protocol/headers.ts";

/** A range of the entry that was masked; offsets as in {@link SecretSpan}, over the masked text. */
export type RecordedMask = readonly [
  part: SecretSpan["part"],
  start: number,
  end: number,
  kind: SecretSpan["kind"],
];

interface Base {
  /** The id of the connection; the first connection of the recording if absent. */
  readonly connection?: string;
  /** The number of the HTTP exchange; absent for stdio and events of the client. */
  readonly exchange?: number;
  /** Milliseconds since the start of the recording, rounded to microseconds. */
  readonly at: number;
  /** Absent for what happened in the client. */
  readonly direction?: "out" | "in";
  /** The body, if it is valid UTF-8; absent if it is empty. */
  readonly text?: string;
  /** The body as base64, if it is not valid UTF-8. */
  readonly base64?: string;
  readonly masked?: readonly RecordedMask[];
}

/** The head of a request; the values of headers that may hold secrets are masked. */
export interface RecordedRequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

/** The head of a response, without addresses and certificates. */
export type RecordedResponseHead = Pick<
  HttpResponseHead,
  "status" | "statusText" | "url" | "redirected" | "headers" | "httpVersion" | "timing" | "hops"
>;

export type RecordedMessage = Base & {
  readonly kind: "message";
  readonly carrier: MessageEntry["carrier"];
  readonly http?: RecordedRequestHead;
  /** Milliseconds as `at`. */
  readonly readAt?: number;
};

/** An entry of the log without derived members: the heads of messages, sizes and numbers. */
export type RecordedEntry =
  | RecordedMessage
  | (Base & {
      readonly kind: "frame";
      readonly carrier: FrameEntry["carrier"];
      readonly holds: FrameEntry["holds"];
    })
  | (Base & {
      readonly kind: "http-request";
      readonly http: RecordedRequestHead;
      readonly about?: "authorization";
    })
  | (Base & { readonly kind: "http-start"; readonly http?: RecordedRequestHead })
  | (Base & {
      readonly kind: "http-response";
      readonly http: RecordedResponseHead;
      /** Milliseconds as `at`. */
      readonly startedAt?: number;
    })
  | (Base & {
      readonly kind: "http-end";
      readonly outcome: HttpEndEntry["outcome"];
      readonly reason?: string;
      readonly code?: string;
      readonly limit?: number;
    })
  | (Base & { readonly kind: "stderr" })
  | (Base & { readonly kind: "process"; readonly event: ProcessEntry["event"] })
  | (Base & {
      readonly kind: "connection";
      readonly phase: ConnectionEntry["phase"];
      readonly label: string;
    })
  | (Base & { readonly kind: "negotiation"; readonly step: NegotiationStep })
  | (Base & {
      readonly kind: "finding";
      readonly code: string;
      readonly severity: FindingEntry["severity"];
      /** The entry it is about is so many entries before it. */
      readonly about?: number;
      readonly evidence: FindingEntry["evidence"];
    });
