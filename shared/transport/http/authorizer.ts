/** How a transport over HTTP gets its credentials, and what it asks when a server refuses them. */

import type { Failure } from "../../core/failures/failure.ts";
import type { Header } from "../../core/headers.ts";
import type { HttpResponseHead } from "../../log/entry.ts";

/** A request that is about to leave, or that was refused. */
export interface AuthorizedRequest {
  readonly method: string;
  readonly url: string;
  /** The JSON-RPC methods in it, for messages; a step-up is counted for each by itself. */
  readonly asks: readonly string[];
}

/** A response that refuses a request for want of credentials. */
export interface Refusal {
  readonly request: AuthorizedRequest;
  /** The head of the response, whose status is 401 or 403. */
  readonly head: HttpResponseHead;
  /** The headers that {@link Authorizer.headersFor} gave for it. */
  readonly sent: readonly Header[];
  /** How many times this request was refused before. */
  readonly before: number;
  readonly signal: AbortSignal;
  /** Stops the clocks of what waits for an answer, while a person is asked; returns the way to go on. */
  readonly hold: () => () => void;
}

/** What to do after a refusal. */
export type RefusalAnswer =
  /** Send the request once more; `headersFor` knows better now. */
  | { readonly kind: "again" }
  /** There is nothing to do about it here: the response is an answer like any other. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Whoever knows the credentials for a server. */
export interface Authorizer {
  /** Makes ready what the first request needs; never rejects. */
  prepare(): Promise<void>;
  /** Headers that carry credentials, all of them secrets; at once where they are at hand. Never rejects. */
  headersFor(request: AuthorizedRequest): readonly Header[] | Promise<readonly Header[]>;
  /** Hears of every response (a nonce may stand in its headers). */
  answered(request: AuthorizedRequest, head: HttpResponseHead): void;
  /** Asked about every 401 and 403; requests that are refused meanwhile wait for the same. Never rejects. */
  refused(refusal: Refusal): Promise<RefusalAnswer>;
}
