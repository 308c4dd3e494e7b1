/**
 * Interface of the headless OAuth engine for one connection: everything between a 401 and a token.
 *
 * A transport asks an {@link Authorization} for the headers of each request, and what to do when
 * one is refused (`shared/transport/http/authorizer.ts`). The engine then runs the steps of
 * `flow/flow.ts` in order: discover the resource, discover the issuer, register, authorize, get a
 * token, call. Each request goes through a recorded `fetch` into the event log, with its secrets
 * marked; each response is recorded unchanged before it is validated. Everything that needs the
 * user goes through {@link PromptHandler}; clients and grants are kept in the stores that are
 * passed in. A user interface renders {@link Authorization.flow} and {@link Authorization.grant};
 * none is required.
 */
import type { Clock } from "../core/clock.ts";
import type { Recorder } from "../log/recorder.ts";
import type { AuthorizationProblem } from "../protocol/failures/authorizationProblem.ts";
import type { Authorizer } from "../transport/http/authorizer.ts";
import type { AuthorizationSettings } from "./authorizationSettings.ts";
import type { BindingStore, ClientStore, Grant, GrantStore } from "./authorizationStores.ts";
import type { Flow, FlowRequest, Observable } from "./flow/flow.ts";
import type { PendingAuthorization, PromptHandler } from "./userPrompts.ts";

export interface AuthorizationOptions {
  /** The MCP endpoint. */
  readonly serverUrl: string;
  /** The negotiated or requested protocol revision; undefined during negotiation. */
  readonly revision: () => string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** The origin of the page that sends the requests: any other origin must allow it by CORS. Undefined outside a browser. */
  readonly pageOrigin?: string;
  readonly clock: Clock;
  /** The wall clock: milliseconds since 1970. */
  readonly wallClock: () => number;
  /** Returns that many cryptographically secure random bytes. */
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  readonly record: Recorder;
  readonly settings: () => AuthorizationSettings;
  readonly clients: ClientStore;
  readonly bindings: BindingStore;
  readonly grants: GrantStore;
  readonly promptHandler: PromptHandler;
}

/** The problem that ended a flow; undefined if it ended with a token. */
export type FlowEnd = AuthorizationProblem | undefined;

export interface Authorization extends Authorizer {
  readonly flow: Observable<Flow>;
  /** The grant in use, if any. */
  readonly grant: Observable<Grant | undefined>;
  /**
   * Runs the flow from the start, even if no request was refused.
   * @param options.stepwise wait for {@link next} before each step
   */
  authorize(options?: { readonly stepwise?: boolean }): Promise<FlowEnd>;
  /** Sets whether flows that a refused request starts also wait before each step. */
  setStepwise(stepwise: boolean): void;
  /** Runs the next step of a stepwise flow. */
  next(): void;
  /** Runs the remaining steps without waiting. */
  runThrough(): void;
  /** Cancels the running flow, if any. */
  cancel(): void;
  /**
   * Sends an exchange of the latest flow again, edited or not, as another exchange of its step.
   * A valid response replaces the previous one, and the steps after it have to run again.
   * @throws {RangeError} when the flow has no such exchange
   */
  resend(exchangeId: string, request: FlowRequest): Promise<void>;
  /** Resumes a flow on a new page, after the redirect of the authorization server arrived there. */
  resume(pending: PendingAuthorization, parameters: URLSearchParams): Promise<FlowEnd>;
  /** Gets a new access token with the refresh token. */
  refresh(): Promise<FlowEnd>;
  /** Deletes the tokens and the client registered with their issuer, and revokes the tokens where the server supports it. */
  forget(): Promise<FlowEnd>;
}
