/** The state of one connection that the flow rules need: requests, exchanges, progress, session. */

import { type HttpResponseHead, idKey } from "../log/entry.ts";
import type { DeprecatedFeature } from "../protocol/deprecations.ts";
import type { JsonRpcId } from "../protocol/jsonRpc.ts";
import { latest } from "../protocol/revisions.ts";

export interface TrackedRequest {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly exchangeId: string | undefined;
  /** The protocol revision it was sent in. */
  readonly revision: string;
  /** Whether it probed which revision the server supports. */
  readonly isProbe: boolean;
  /** Whether it asked for log messages; undefined if its bytes were not read. */
  readonly wantsLog: boolean | undefined;
  /** Whether it declared the tasks extension; undefined if its bytes were not read. */
  readonly mayBecomeTask: boolean | undefined;
  /**
   * The client capabilities that its `_meta` declared; undefined if it declared none, or was not
   * read.
   */
  readonly clientCapabilities: unknown;
  answered: boolean;
  cancelled: boolean;
  /** Whether its HTTP status rejected it: no answer follows, and the same id may be sent again. */
  refused: boolean;
  /** An earlier unanswered request with the same id. */
  earlier: TrackedRequest | undefined;
}

export interface CheckedHttpExchange {
  readonly seq: number;
  readonly method: string;
  /** Whether the request resumes an earlier stream. */
  readonly resumes: boolean;
  /** The JSON-RPC requests it carried, by id key. */
  readonly requests: Map<string, TrackedRequest>;
  response: { readonly seq: number; readonly head: HttpResponseHead } | undefined;
  frames: number;
  /** Whether the stream had an event id, so that it can be resumed. */
  hasEventId: boolean;
  /** When its last request was answered, in milliseconds of the log clock. */
  answeredAt: number | undefined;
  /** The entry that holds the bytes of an incomplete event. */
  rest: number | undefined;
}

interface TrackedProgress {
  readonly request: TrackedRequest;
  last: number | undefined;
}

/** It grows with the log, and takes a fraction of its memory. */
export interface CheckedConnection {
  /** The agreed revision, otherwise the one offered last. */
  revision: string;
  hasAgreed: boolean;
  /** Whether the log holds the connection from its first request on. */
  isWhole: boolean;
  /** Whether it uses HTTP+SSE, where answers arrive on a separate stream. */
  isHttpSse: boolean;
  isClosed: boolean;
  /** Deprecated features whose use has been reported. */
  readonly deprecated: Set<DeprecatedFeature>;
  /** Whether its authorization server takes documents in place of registrations. */
  takesClientDocuments: boolean;
  /** Tools in the pages of the list that is being read. */
  listedTools: number;
  handshake: "none" | "asked" | "answered" | "done";
  sessionId: string | undefined;
  /** The capabilities the server declared; undefined until then. */
  serverCapabilities: unknown;
  /** The capabilities that the client declared last; undefined until then. */
  clientCapabilities: unknown;
  /** Requests of the client, by id key. */
  readonly requests: Map<string, TrackedRequest>;
  /** Requests of the server: the entry of the last one, by id key. */
  readonly serverRequests: Map<string, number>;
  readonly progress: Map<string, TrackedProgress>;
  readonly exchanges: Map<string, CheckedHttpExchange>;
  /** The entry of each event id. */
  readonly eventIds: Map<string, number>;
}

/** Creates the state of a connection before its first entry. */
export function createConnectionState(): CheckedConnection {
  return {
    revision: latest.legacy,
    hasAgreed: false,
    isWhole: false,
    isHttpSse: false,
    isClosed: false,
    deprecated: new Set(),
    takesClientDocuments: false,
    listedTools: 0,
    handshake: "none",
    sessionId: undefined,
    serverCapabilities: undefined,
    clientCapabilities: undefined,
    requests: new Map(),
    serverRequests: new Map(),
    progress: new Map(),
    exchanges: new Map(),
    eventIds: new Map(),
  };
}

/**
 * Finds the request that an answer belongs to.
 * @returns the unanswered request of the same exchange, otherwise any unanswered one, otherwise the last one
 */
export function findRequest(
  connection: CheckedConnection,
  id: JsonRpcId,
  exchangeId: string | undefined,
): TrackedRequest | undefined {
  const last = connection.requests.get(idKey(id));
  let found: TrackedRequest | undefined;
  for (let request = last; request; request = request.earlier) {
    if (request.answered) continue;
    if (request.exchangeId === exchangeId) return request;
    found ??= request;
  }
  return found ?? last;
}

/** The requests of an exchange that have no response yet. */
export function unansweredIn(exchange: CheckedHttpExchange): readonly TrackedRequest[] {
  return [...exchange.requests.values()].filter((request) => !request.answered);
}
