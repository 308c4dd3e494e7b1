/** Defines the entries of the event log. */
import type { FailureCode } from "../protocol/failures/failureError.ts";
import type { ForwardTiming, TlsFacts } from "../protocol/failures/forwardFacts.ts";
import type { Header } from "../protocol/headers.ts";
import type { JsonRpcId, MessageHead } from "../protocol/jsonRpc.ts";
import type { Severity } from "../protocol/severity.ts";
import type { NegotiationStep } from "./negotiationStep.ts";

/** `out` was sent by the client, `in` received from the server, `none` happened in the client. */
export type Direction = "out" | "in" | "none";

/** What carried a message: an HTTP body, an event of a stream, or a line of a pipe. */
export type Carrier = "http" | "sse" | "stdio";

export interface HttpRequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

/** The head of an HTTP response; a browser reveals some headers only, the relay all and the optional members. */
export interface HttpResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** The URL of the response, after redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: readonly Header[];
  readonly httpVersion?: string;
  /** The network address of the server. */
  readonly remote?: string;
  readonly timing?: ForwardTiming;
  readonly tls?: TlsFacts;
  /** The redirects that were followed. */
  readonly hops?: readonly { readonly status: number; readonly location: string }[];
}

/**
 * A range of an entry that must not leave the tab unmasked.
 * `part` is `body` (offsets in bytes), `header:<name>` (lower case) or `url` (offsets in UTF-16 units).
 */
export interface SecretSpan {
  readonly part: "body" | "url" | `header:${string}`;
  readonly start: number;
  readonly end: number;
  readonly kind: "header" | "session-id" | "token" | "environment" | "marked";
}

/** Who can cause a request. */
export const initiatorKinds = [
  /** The user, by a control or a text of their own. */
  "user",
  /** A model that chose the call in a conversation; the id is the model's name. */
  "model",
  /** An app; the id is that of the running app, see {@link AppEntry}. */
  "app",
  /** A saved call of a collection; the id is its name. */
  "saved-call",
  /** The replay of a recording. */
  "replay",
  /** An eval, with the calls that its models chose; the id is the name of the suite. */
  "eval",
  /** An examination of the server; the id is that of the scenario. */
  "examination",
  /** A diagnosis of a connection. */
  "diagnosis",
  /** A tap: neither its client nor its server sent it. */
  "tap",
  /** The client itself: handshakes, lists, polling, pings. */
  "engine",
] as const;

/** Who caused a request, and what follows from it: further rounds, polling of its task. */
export interface Initiator {
  readonly kind: (typeof initiatorKinds)[number];
  readonly id?: string;
  /** Identifies what it was made for, such as a turn of a conversation; a note in the log says more. */
  readonly act?: string;
}

interface EntryBase {
  /** Position in the tab's log; never reused. */
  readonly seq: number;
  readonly connectionId: string;
  /** The HTTP exchange it belongs to; undefined for stdio and events of the client. */
  readonly exchangeId: string | undefined;
  /** Milliseconds of the tab's monotonic clock. */
  readonly at: number;
  readonly direction: Direction;
  /** Size in bytes of the body that `EventLog.read` returns. */
  readonly size: number;
  readonly secrets: readonly SecretSpan[];
  /**
   * Absent on what the server sent, and where nobody knows: it is not the user then. Answers have that
   * of their request; one of this client has the user's if a person was asked for it.
   */
  readonly initiator?: Initiator;
}

/** A frame that should be JSON-RPC, valid or not. */
export interface MessageEntry extends EntryBase {
  readonly kind: "message";
  readonly carrier: Carrier;
  /** One head per message, several for a batch; `invalid` if the text is not a message. */
  readonly heads: readonly MessageHead[];
  readonly batch: boolean;
  /** The POST that carried it, for a message sent over HTTP. */
  readonly http?: HttpRequestHead;
  /**
   * When the page read it, in milliseconds of the tab's clock. Present if `at` is when its bytes
   * arrived; otherwise `at` is when the page read it.
   */
  readonly readAt?: number | undefined;
  /**
   * Why it was not sent when it was logged; then an `http-start` entry of its exchange follows, or
   * an `http-end` that says `never-sent`.
   */
  readonly queued?: QueueReason;
  readonly change?: TapChange;
}

/** What a tap did to a message because a user wanted it. */
export interface TapChange {
  /**
   * `held`: it waited and was sent unchanged. `dropped`, `answered`: it was not passed on. `added`:
   * the user sent it. `of-tap`: the tap sent it. `for-tap`: it answers the tap, and was not passed on.
   * Others are faults.
   */
  readonly action:
    | "held"
    | "edited"
    | "dropped"
    | "answered"
    | "added"
    | "of-tap"
    | "for-tap"
    | FaultKind;
  /** The rule of the fault. */
  readonly rule?: string;
  /** Milliseconds. */
  readonly waitedMs?: number;
  /** What its sender sent, where that is another text. */
  readonly original?: string;
}

/** What can go wrong between a client and a server. */
export type FaultKind =
  | "delay"
  | "drop"
  | "duplicate"
  | "reorder"
  | "cut"
  | "wrong-id"
  | "error"
  | "invalid-json"
  | "status"
  | "close"
  | "kill"
  | "slow-reader";

/** No free connection to the origin, or credentials that are still being obtained. */
export type QueueReason = "connections" | "credentials";

/** Bytes that carry no message: a comment of a stream, the page of an error status. */
export interface FrameEntry extends EntryBase {
  readonly kind: "frame";
  readonly carrier: Carrier;
  /** `endpoint`: the event with the message URL of HTTP+SSE. */
  readonly holds: "stream-metadata" | "endpoint" | "other-event" | "body" | "rest";
}

/** An HTTP request without a message: a GET or DELETE of the protocol, any OAuth request, or one to a model. */
export interface HttpRequestEntry extends EntryBase {
  readonly kind: "http-request";
  readonly http: HttpRequestHead;
  /** What it is sent to, if that is not the server. */
  readonly service?: "authorization" | "model";
  /** The model that is asked. */
  readonly model?: string;
}

/** The sending of a request that was queued or logged with an incomplete head; others have no such entry. */
export interface HttpStartEntry extends EntryBase {
  readonly kind: "http-start";
  /** The head it is sent with, if it was incomplete when the request was logged. */
  readonly http?: HttpRequestHead;
}

/** The head of an HTTP response; its body follows as messages and frames. */
export interface HttpResponseEntry extends EntryBase {
  readonly kind: "http-response";
  readonly http: HttpResponseHead;
  /** When the request was handed to the network, if that was noted outside the main thread. */
  readonly startedAt?: number;
}

export interface HttpEndEntry extends EntryBase {
  readonly kind: "http-end";
  /** `never-sent`: aborted before anything was sent. */
  readonly outcome: "complete" | "aborted" | "failed" | "never-sent";
  /** The message of the exception that failed the exchange or prevented it. */
  readonly reason?: string;
  /**
   * The code of the failure, if it is a known one. Of an exchange that the client ended: `closed` if
   * it ended its connection, `timeout` if it no longer waited; without one, it cancelled the request.
   */
  readonly code?: FailureCode;
  /** The limit that was reached: bytes (`too-large`) or milliseconds (`timeout`). */
  readonly limit?: number;
}

/** A chunk of the standard error of a process. */
export interface StderrEntry extends EntryBase {
  readonly kind: "stderr";
}

/** A change in the state of a process. */
export interface ProcessEntry extends EntryBase {
  readonly kind: "process";
  readonly event:
    | { readonly kind: "starting"; readonly command: readonly string[] }
    | { readonly kind: "started"; readonly pid: number }
    | { readonly kind: "not-started"; readonly reason: string }
    | { readonly kind: "exited"; readonly code: number | null; readonly signal: string | null }
    | { readonly kind: "missed"; readonly bytes: number }
    /** A tap started the server anew, and the session goes on; `ms`: for which requests waited. */
    | {
        readonly kind: "restarted";
        readonly pid: number;
        readonly ms: number;
        readonly changes: readonly ListedChange[];
      }
    /** `isRunning`: the former process goes on. */
    | { readonly kind: "not-restarted"; readonly reason: string; readonly isRunning: boolean }
    /** A tap gave its own address to the client in place of the server's. */
    | {
        readonly kind: "rewritten";
        /** The path of the answer. */
        readonly path: string;
        /** The member of its document, or the header. */
        readonly member: string;
        readonly from: string;
        readonly to: string;
      };
}

/** How the list of a server differs from the one of its former process. */
export interface ListedChange {
  readonly kind: "tools" | "resources" | "prompts";
  /** The name of the tool or prompt, the URI of the resource or of its template. */
  readonly name: string;
  readonly change: "added" | "changed" | "removed";
}

/** A change in the state of a connection. */
export interface ConnectionEntry extends EntryBase {
  readonly kind: "connection";
  /**
   * `restored`: the page was reloaded, and the entries before this one are those of the previous
   * page. `not-stored`: an entry of the previous page was too large to be stored.
   */
  readonly phase: "connecting" | "connected" | "failed" | "closed" | "restored" | "not-stored";
  /** Whether the client ended it, for `closed`; in older logs nobody knows. */
  readonly byClient?: true;
  /** A short name of the server; a number for `restored` (lost answers) and `not-stored` (bytes). */
  readonly label: string;
}

interface NegotiationEntry extends EntryBase {
  readonly kind: "negotiation";
  readonly step: NegotiationStep;
}

/** A finding of the client about an event; its text is in `web/messages`. */
export interface FindingEntry extends EntryBase {
  readonly kind: "finding";
  readonly code: string;
  readonly severity: Severity;
  readonly about?: number;
  /** Earlier entries that show it, too; recordings and reloads leave them out. */
  readonly alsoAbout?: readonly number[];
  /** The facts of its code; a file may hold any. */
  readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * A message between an app and the page: `in` comes from the app, `out` goes to it. Its body is the
 * JSON text.
 */
export interface AppEntry extends EntryBase {
  readonly kind: "app";
  /** The id of the running app: one that is opened again has another. */
  readonly app: string;
  /** The entry of the call whose result the app shows. */
  readonly about?: number;
  readonly heads: readonly MessageHead[];
}

export type Entry =
  | MessageEntry
  | AppEntry
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

/** An entry before the log adds its number, time and size. */
export type EntryDraft = Draft<Entry>;

/** Whether an HTTP request is part of the session with the server, so that the rules of MCP apply. */
export function isOfSession({ service, initiator }: HttpRequestEntry): boolean {
  return service === undefined && initiator?.kind !== "diagnosis";
}

/** The map key of a JSON-RPC id; number and string ids differ. */
export function idKey(id: JsonRpcId): string {
  return typeof id === "number" ? `n${id}` : `s${id}`;
}
