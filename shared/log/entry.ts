/** What one row of the event log can be. */

import type { ForwardTiming, TlsFacts } from "../core/forwarding.ts";
import type { Header } from "../core/headers.ts";
import type { JsonRpcId, MessageHead } from "../core/jsonRpc.ts";
import type { Severity } from "../core/severity.ts";
import type { NegotiationStep } from "./negotiationStep.ts";

/** `out` left this client, `in` came from the server, `none` happened here. */
export type Direction = "out" | "in" | "none";

/** What carried a message: a whole HTTP body, one event of a stream, or one line of a pipe. */
export type Carrier = "http" | "sse" | "stdio";

/** The head of an HTTP request. */
export interface HttpRequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

/** The head of an HTTP response; headers as far as the platform reveals them, or all (then the rest is known, too). */
export interface HttpResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: readonly Header[];
  readonly httpVersion?: string;
  /** The address that answered. */
  readonly remote?: string;
  readonly timing?: ForwardTiming;
  readonly tls?: TlsFacts;
  /** The redirects on the way here. */
  readonly hops?: readonly { readonly status: number; readonly location: string }[];
}

/**
 * A stretch of an entry that must never leave this tab in the clear.
 * `part` is `body` (offsets in bytes), `header:<name>` (lower case) or `url` (offsets in UTF-16 units).
 */
export interface SecretSpan {
  readonly part: "body" | "url" | `header:${string}`;
  readonly start: number;
  readonly end: number;
  readonly kind: "header" | "session-id" | "token" | "environment" | "marked";
}

interface EntryBase {
  /** Position in the log of this tab; never used twice. */
  readonly seq: number;
  readonly connectionId: string;
  /** The HTTP exchange this belongs to; undefined where there is none (stdio, events of the client). */
  readonly exchangeId: string | undefined;
  /** Milliseconds on this tab's monotonic clock. */
  readonly at: number;
  readonly direction: Direction;
  /** Bytes of the body that `EventLog.read` returns. */
  readonly size: number;
  readonly secrets: readonly SecretSpan[];
}

/** A frame that ought to be JSON-RPC, well-formed or not. */
export interface MessageEntry extends EntryBase {
  readonly kind: "message";
  readonly carrier: Carrier;
  /** One head a message; more than one for a batch; `invalid` where the text is not a message. */
  readonly heads: readonly MessageHead[];
  readonly batch: boolean;
  /** The POST that carried it, for a message sent over HTTP. */
  readonly http?: HttpRequestHead;
}

/** Bytes that by the rules carry no message: a comment of a stream, the page of an error status. */
export interface FrameEntry extends EntryBase {
  readonly kind: "frame";
  readonly carrier: Carrier;
  /** `endpoint`: the event that says where HTTP+SSE takes messages. */
  readonly holds: "stream-metadata" | "endpoint" | "other-event" | "body" | "rest";
}

/** An HTTP request that carries no message: a GET or DELETE of the protocol, or anything of OAuth. */
export interface HttpRequestEntry extends EntryBase {
  readonly kind: "http-request";
  readonly http: HttpRequestHead;
  /** Set where it is no part of MCP itself, and its rules do not hold. */
  readonly about?: "authorization";
}

/** A request that had to wait for its turn leaves only now; one that did not has no such entry. */
export interface HttpStartEntry extends EntryBase {
  readonly kind: "http-start";
  /** The head that it leaves with, where that was completed only now. */
  readonly http?: HttpRequestHead;
}

/** The head of an HTTP response; its body follows as messages and frames. */
export interface HttpResponseEntry extends EntryBase {
  readonly kind: "http-response";
  readonly http: HttpResponseHead;
}

/** How an HTTP exchange ended. */
export interface HttpEndEntry extends EntryBase {
  readonly kind: "http-end";
  /** `never-sent`: it was withdrawn before anything left. */
  readonly outcome: "complete" | "aborted" | "failed" | "never-sent";
  /** The exception's own words, for `failed` and for what was never sent because of one. */
  readonly reason?: string;
}

/** A piece of what a process wrote to its standard error. */
export interface StderrEntry extends EntryBase {
  readonly kind: "stderr";
}

/** A turn in the life of a process. */
export interface ProcessEntry extends EntryBase {
  readonly kind: "process";
  readonly event:
    | { readonly kind: "starting"; readonly command: readonly string[] }
    | { readonly kind: "started"; readonly pid: number }
    | { readonly kind: "not-started"; readonly reason: string }
    | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null }
    | { readonly kind: "missed"; readonly bytes: number };
}

/** A turn in the life of a connection. */
export interface ConnectionEntry extends EntryBase {
  readonly kind: "connection";
  readonly phase: "connecting" | "connected" | "failed" | "closed";
  /** What it is connected to, in words fit for a row. */
  readonly label: string;
}

/** A step on the way to a common revision. */
export interface NegotiationEntry extends EntryBase {
  readonly kind: "negotiation";
  readonly step: NegotiationStep;
}

/** Something noticed about what happened; words for `code` live with the screens. */
export interface FindingEntry extends EntryBase {
  readonly kind: "finding";
  readonly code: string;
  readonly severity: Severity;
  /** The entry it speaks of. */
  readonly about?: number;
  readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
}

export type Entry =
  | MessageEntry
  | FrameEntry
  | HttpRequestEntry
  | HttpStartEntry
  | HttpResponseEntry
  | HttpEndEntry
  | StderrEntry
  | ProcessEntry
  | ConnectionEntry
  | NegotiationEntry
  | FindingEntry;

type Draft<T> = T extends Entry
  ? Omit<T, "seq" | "at" | "size" | "secrets"> & { readonly secrets?: readonly SecretSpan[] }
  : never;

/** An entry before the log has numbered, timed and measured it. */
export type EntryDraft = Draft<Entry>;

/** The key by which a request finds its answer. */
export function idKey(id: JsonRpcId): string {
  return typeof id === "number" ? `n${id}` : `s${id}`;
}
