/** What can go wrong between two ends, with a stable code and the evidence for it. */

import type { ForwardTrouble } from "../forwarding.ts";
import type { Problem } from "./authorizationProblem.ts";

/** An expected trouble. Words for people are made from it where it is shown. */
export type Failure =
  /** `fetch` threw: refused, unresolvable, TLS or CORS; a page cannot tell which. */
  | { readonly code: "network"; readonly url: string; readonly reason: string }
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
  /** The answer's body is not JSON. */
  | { readonly code: "not-json"; readonly reason: string; readonly body: string }
  /** More bytes came than are read of one answer: what had come until then is in the log. */
  | {
      readonly code: "too-large";
      /** What of it was too large; `stream`: the events of one stream together. */
      readonly what: "body" | "event" | "stream" | "line";
      /** Bytes that were read, after decompression. */
      readonly limit: number;
    }
  /** The exchange ended and the answer was not in it. */
  | { readonly code: "no-answer"; readonly status: number }
  /** The stream broke off before the answer came. */
  | { readonly code: "stream-broken"; readonly reason: string }
  /** The server no longer knows the session. */
  | { readonly code: "session-lost"; readonly status: number }
  /** An HTTP+SSE server did not say where it takes messages, in time or before its stream was over. */
  | { readonly code: "no-endpoint"; readonly url: string; readonly afterMs?: number }
  /** It named a place of another origin than the one that the person chose, or no place at all. */
  | { readonly code: "foreign-endpoint"; readonly url: string; readonly endpoint: string }
  | { readonly code: "timeout"; readonly afterMs: number }
  /** A process wrote something to its stdout that is no JSON, and did not answer. */
  | {
      readonly code: "stray-output";
      /** The first such line, at most 2,000 characters. */
      readonly text: string;
      /** Milliseconds after which it was given up; undefined while an answer may still come. */
      readonly afterMs?: number;
    }
  | { readonly code: "not-started"; readonly command: string; readonly reason: string }
  | {
      readonly code: "exited";
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** Where the relay has stopped it: after so many milliseconds without a byte from either side. */
      readonly idleMs?: number;
      /** The end of what the process wrote to its standard error. */
      readonly stderr: string;
    }
  /** The relay does not answer, or the link's token is missing or spent. */
  | { readonly code: "relay-unreachable"; readonly reason: string }
  | { readonly code: "relay-refused"; readonly reason: string }
  /** The relay could not carry an exchange out. */
  | { readonly code: "forward"; readonly url: string; readonly trouble: ForwardTrouble }
  /** The server wants an authorization that was not obtained, or refuses the one that was. */
  | {
      readonly code: "not-authorized";
      readonly url: string;
      readonly status: number;
      readonly problem: Problem;
    }
  /** The credentials for the request could not be read or renewed: nothing was sent with them. */
  | { readonly code: "credentials"; readonly url: string; readonly reason: string }
  /** The server answered `initialize` with an error or with something that is no result. */
  | { readonly code: "handshake"; readonly reason: string }
  /** The server refused `notifications/initialized`; it may refuse everything after that as well. */
  | {
      readonly code: "initialized-refused";
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      /** The start of the body, at most 2,000 characters. */
      readonly body: string;
      /** No session id was seen, and the platform may have withheld one (CORS). */
      readonly mayHideSession: boolean;
    }
  /** The server answered, but not in the one revision that it was to be spoken to in. */
  | { readonly code: "revision-not-supported"; readonly revision: string; readonly reason: string }
  /** A server that needs input in many rounds and never gets enough. */
  | { readonly code: "too-many-rounds"; readonly rounds: number }
  /** What the server needed was declined, or cannot be answered here. */
  | { readonly code: "input-refused"; readonly method: string; readonly reason: string }
  | { readonly code: "closed" };
