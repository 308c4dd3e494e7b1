/** Defines how an HTTP transport gets credentials and handles their rejection. */

import type { HttpResponseHead } from "../../log/entry.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Header } from "../../protocol/headers.ts";

/** A request to be sent, or one that was rejected. */
export interface AuthorizedRequest {
  readonly method: string;
  readonly url: string;
  /** The JSON-RPC methods in it, for display; step-up attempts are counted per method. */
  readonly rpcMethods: readonly string[];
}

/** A response that rejects a request for missing or insufficient credentials. */
export interface AuthorizerRefusal {
  readonly request: AuthorizedRequest;
  /** The head of the response, whose status is 401 or 403. */
  readonly head: HttpResponseHead;
  /** The headers that {@link Authorizer.headersFor} returned for it. */
  readonly sent: readonly Header[];
  /** Number of earlier rejections of this request. */
  readonly before: number;
  readonly signal: AbortSignal;
  /** Pauses request timeouts while the user is prompted; returns the function that resumes them. */
  readonly pauseTimeouts: () => () => void;
}

/** What to do after a refusal. */
export type RefusalAnswer =
  /** Send the request again; `headersFor` returns new credentials. */
  | { readonly kind: "again" }
  /** Nothing can be done: treat the response as an ordinary answer. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Provides the credentials for a server. */
export interface Authorizer {
  /** Prepares what the first request needs; never rejects. */
  prepare(): Promise<void>;
  /** Headers that carry credentials, all of them secret; synchronous if they are available. */
  headersFor(request: AuthorizedRequest): readonly Header[] | Promise<readonly Header[]>;
  /** Called for every response, whose headers may contain a nonce. */
  answered(request: AuthorizedRequest, head: HttpResponseHead): void;
  /** Called for every 401 and 403; requests rejected in the meantime share the result. Never rejects. */
  refused(refusal: AuthorizerRefusal): Promise<RefusalAnswer>;
}
