/** Failures of the protocol engine: stable code and evidence. */

import type { AuthorizationProblem } from "./authorizationProblem.ts";
import type { ForwardFailure } from "./forwardFacts.ts";
import type { RevisionRefusal } from "./refusal.ts";
import type { StartProblem } from "./startProblem.ts";

/** The request of a failed `fetch`, as far as CORS is about it. */
export interface UnansweredRequest {
  readonly method: string;
  /** The lower-case names of its headers that a server must allow by CORS. */
  readonly headers: readonly string[];
  /** Those that no answered request of the connection had; missing if none was answered. */
  readonly newHeaders?: readonly string[];
}

/** An expected failure; `web/messages` holds the text for it. */
export type Failure =
  /** `fetch` threw: refused, unresolvable, TLS or CORS; browsers do not reveal which. */
  | {
      readonly code: "network";
      readonly url: string;
      readonly reason: string;
      readonly request?: UnansweredRequest;
    }
  /** The server redirects to an address that the browser hides, and the user declined to send their headers there. */
  | {
      readonly code: "redirected";
      readonly url: string;
      readonly headers: readonly string[];
    }
  | {
      readonly code: "http-status";
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      /** The start of the body, at most 2,000 characters. */
      readonly body: string;
    }
  /** A success status whose body is neither JSON nor an event stream. */
  | {
      readonly code: "not-mcp";
      readonly status: number;
      readonly contentType: string;
      readonly url: string;
      readonly body: string;
    }
  /** The response body is not JSON. */
  | { readonly code: "not-json"; readonly reason: string; readonly body: string }
  /** The response exceeds the size limit; the bytes until then are in the log. */
  | {
      readonly code: "too-large";
      /** The part that was too large; `stream`: all events of one stream together. */
      readonly what: "body" | "event" | "stream" | "line";
      /** Bytes that were read, after decompression. */
      readonly limit: number;
    }
  /** The exchange ended without the response. */
  | { readonly code: "no-answer"; readonly status: number }
  /**
   * The stream ended before the response arrived; `reason` is the platform's error message,
   * undefined if the server ended the stream without an error.
   */
  | { readonly code: "stream-broken"; readonly reason?: string }
  /** The server no longer knows the session. */
  | { readonly code: "session-lost"; readonly status: number }
  /** An HTTP+SSE server sent no `endpoint` event in time or before its stream ended. */
  | { readonly code: "no-endpoint"; readonly url: string; readonly afterMs?: number }
  /** The `endpoint` event names another origin or no URL. */
  | { readonly code: "foreign-endpoint"; readonly url: string; readonly endpoint: string }
  | { readonly code: "timeout"; readonly afterMs: number }
  /** The message was not sent: on this transport a line is a message, and it has several. */
  | { readonly code: "line-break" }
  /** A process wrote text to stdout that is not JSON, and did not answer. */
  | {
      readonly code: "stray-output";
      /** The first such line, at most 2,000 characters. */
      readonly text: string;
      /** Milliseconds until the timeout; undefined while an answer may still arrive. */
      readonly afterMs?: number;
    }
  | {
      readonly code: "not-started";
      readonly command: string;
      readonly problem: StartProblem;
      /** A sentence of the relay, without its full stop. */
      readonly reason: string;
    }
  | {
      readonly code: "exited";
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** Where the relay stopped an idle process: milliseconds without a byte in either direction. */
      readonly idleMs?: number;
      /** The end of the standard error output. */
      readonly stderr: string;
      /** Milliseconds since it was started; undefined if it was started by an earlier page. */
      readonly ranMs?: number;
      /** The requests that were waiting for an answer; undefined if it never answered one. */
      readonly during?: readonly { readonly method: string; readonly subject?: string }[];
    }
  /** The relay no longer has the process that this page resumes. */
  | { readonly code: "process-gone"; readonly command: string }
  /** Another page has attached to the process. */
  | { readonly code: "process-taken" }
  /** The relay does not answer, or the token of its link is missing or used up; `reason` may be empty. */
  | { readonly code: "relay-unreachable"; readonly reason: string }
  | {
      readonly code: "relay-refused";
      /** The relay's own text; may be empty. */
      readonly reason: string;
      /** The WebSocket close code; undefined if the relay sent an unknown frame. */
      readonly closeCode?: number;
    }
  /** The relay could not forward the exchange. */
  | { readonly code: "forward"; readonly url: string; readonly problem: ForwardFailure }
  /** The server requires authorization, and the flow failed or its token was refused. */
  | {
      readonly code: "not-authorized";
      readonly url: string;
      readonly status: number;
      readonly problem: AuthorizationProblem;
    }
  /** The credentials could not be read or renewed; the request was not sent. */
  | { readonly code: "credentials"; readonly url: string; readonly reason: string }
  /** The server answered `initialize` with an error or an invalid result. */
  | { readonly code: "handshake"; readonly refusal: RevisionRefusal }
  /** The server refused `notifications/initialized`; later requests may fail as well. */
  | {
      readonly code: "initialized-refused";
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      /** The start of the body, at most 2,000 characters. */
      readonly body: string;
      /** No session id was visible, and CORS may hide one. */
      readonly mayHideSession: boolean;
    }
  /** The server does not support the only revision that was requested. */
  | {
      readonly code: "revision-not-supported";
      readonly revision: string;
      readonly refusal: RevisionRefusal;
    }
  | { readonly code: "too-many-rounds"; readonly rounds: number }
  /**
   * The requested input was declined; `reason` is the JSON text of the error, undefined if nothing
   * answers requests of this method.
   */
  | { readonly code: "input-refused"; readonly method: string; readonly reason?: string }
  /** The server does not declare the capability of the method, so the request was not sent. */
  | { readonly code: "undeclared"; readonly method: string; readonly capability: string }
  | { readonly code: "closed" };
