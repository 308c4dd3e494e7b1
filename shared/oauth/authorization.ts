/**
 * The authorization of one connection: everything between a 401 and a token, without a screen.
 *
 * A transport asks an {@link Authorization} for the headers of each request, and what to do when one is refused
 * (`shared/transport/authorizer.ts`). The engine then takes the steps of `flow.ts`, one after the other: discover
 * the resource, discover the issuer, register, authorize, get a token, call. Each request goes through a recorded
 * `fetch` into the event log, with its secrets marked; each answer is kept as it came and then judged. What only a
 * person can do is asked of the {@link Agent}; what is kept lives in the stores that are passed in. A screen is a
 * function of {@link Authorization.flow} and {@link Authorization.grant}, and never needed: the engine runs headless.
 */
import type { Clock } from "../core/clock.ts";
import type { Problem } from "../core/failures/authorizationProblem.ts";
import type { Recorder } from "../log/recorder.ts";
import type { Authorizer } from "../transport/http/authorizer.ts";
import type { Flow, FlowRequest, Observable } from "./flow/flow.ts";
import type { AuthorizationSettings } from "./settings.ts";
import type { ClientStore, Grant, GrantStore } from "./stores.ts";
import type { Agent, PendingAuthorization } from "./userPrompts.ts";

export interface AuthorizationOptions {
  /** The MCP endpoint. */
  readonly serverUrl: string;
  /** The revision that is spoken or asked for; undefined while it is being found out. */
  readonly revision: () => string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Where requests come from, in a page: what is elsewhere has to allow it by CORS. */
  readonly pageOrigin?: string;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly today: () => number;
  /** As many random bytes, fit for secrets. */
  readonly randomBytes: (length: number) => Uint8Array;
  /** Makes a new id for an exchange. */
  readonly newId: () => string;
  readonly record: Recorder;
  readonly settings: () => AuthorizationSettings;
  readonly clients: ClientStore;
  readonly grants: GrantStore;
  readonly agent: Agent;
}

/** How a run of the flow ended; undefined: with a token. */
export type FlowEnd = Problem | undefined;

export interface Authorization extends Authorizer {
  readonly flow: Observable<Flow>;
  /** The grant in use; undefined while there is none. */
  readonly grant: Observable<Grant | undefined>;
  /**
   * Runs the flow from its beginning, whether anybody was refused or not.
   * @param options.stepwise waits for {@link next} before each step
   */
  authorize(options?: { readonly stepwise?: boolean }): Promise<FlowEnd>;
  /** Whether flows that a refusal starts go step by step as well. */
  setStepwise(stepwise: boolean): void;
  /** Lets a flow that goes step by step take its next one. */
  next(): void;
  /** Lets it run to its end. */
  runThrough(): void;
  /** Gives the flow up that is running, if one is. */
  cancel(): void;
  /**
   * Sends an exchange of the newest flow again, changed or not, as one more exchange of its step.
   * Where its answer is fine, it takes the place of the one before and the steps after it are to be taken anew.
   * @throws {RangeError} when the flow has no such exchange
   */
  resend(exchangeId: string, request: FlowRequest): Promise<void>;
  /** Goes on with a flow after its page was left: the redirect came to a new page. */
  resume(pending: PendingAuthorization, parameters: URLSearchParams): Promise<FlowEnd>;
  /** Gets a new access token by the refresh token. */
  refresh(): Promise<FlowEnd>;
  /** Revokes what can be revoked, then forgets the tokens, and what was registered with their issuer. */
  forget(): Promise<FlowEnd>;
}
