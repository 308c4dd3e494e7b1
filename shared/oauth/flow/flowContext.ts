/** The state of a flow so far, and the interface of its steps. */

import type { AuthorizationProblem } from "../../protocol/failures/authorizationProblem.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import type { AuthorizationSettings } from "../authorizationSettings.ts";
import type { Grant, RegisteredClient } from "../authorizationStores.ts";
import type { Dpop } from "../crypto/dpop.ts";
import type { Challenge } from "../discovery/challenge.ts";
import type { ResourceMetadata, ServerMetadata } from "../discovery/metadata.ts";
import type { AuthorizationQuestion, PendingAuthorization } from "../userPrompts.ts";
import type { FlowAnswer, FlowRequest, Need, Purpose } from "./flow.ts";
import type { StepWriter } from "./flowStore.ts";
import type { Validated } from "./validated.ts";

/** The state of a flow, filled step by step. */
export interface FlowContext {
  /** The challenge of the refused request, if one started the flow. */
  readonly challenge: Challenge | undefined;
  /** The `WWW-Authenticate` header. */
  readonly challengeHeader: string | undefined;
  readonly challengeProblems: readonly AuthorizationProblem[];
  /** The status of the refused request; undefined if none was refused. */
  readonly status: number | undefined;
  /** Scopes requested before, which a step-up must keep. */
  readonly scopesBefore: readonly string[];
  /** The grant that was in use before. */
  readonly before: Grant | undefined;
  /** Whether `before` may be renewed instead of asking the user. */
  readonly mayRenew: boolean;
  resource: ResourceMetadata | undefined;
  /** Metadata whose `resource` does not match the server; used for a preview only. */
  mismatchedResource: ResourceMetadata | undefined;
  /** The `resource` parameter; undefined for none. */
  indicator: string | undefined;
  /** Valid metadata whose endpoints have not been confirmed yet. */
  candidate: ServerMetadata | undefined;
  server: ServerMetadata | undefined;
  client: RegisteredClient | undefined;
  /** Whether the client was registered earlier, so that the server may have deleted it. */
  isClientStored: boolean;
  scopes: readonly string[];
  pending: PendingAuthorization | undefined;
  parameters: URLSearchParams | undefined;
}

/** A request of a step, with the validation of its response. */
export interface Attempt<T> {
  readonly purpose: Purpose;
  readonly request: FlowRequest;
  /** Validates the response; must not throw. */
  readonly validate: (answer: FlowAnswer) => Validated<T>;
  /** Called with the value where there is no violation. */
  readonly accept: (value: T) => void | Promise<void>;
}

export interface StepContext {
  readonly options: AuthorizationOptions;
  readonly settings: AuthorizationSettings;
  readonly flowContext: FlowContext;
  readonly step: StepWriter;
  readonly signal: AbortSignal;
  readonly dpop: Dpop;
  /** Sends a request, validates the response and accepts it where it has no violation; all of it is recorded in the step. */
  attempt<T>(attempt: Attempt<T>): Promise<Validated<T>>;
  /** Shows what the step waits for until `ask` settles. */
  need<T>(need: Need, ask: () => Promise<T>): Promise<T>;
  /** Asks a question once for each host: an earlier yes is remembered. */
  confirm(question: AuthorizationQuestion): Promise<boolean>;
}

/** Runs one step; resolves with the problem that ends the flow, if any. */
export type StepFunction = (context: StepContext) => Promise<AuthorizationProblem | undefined>;

/** Whether the server requires a DPoP-bound token: by its challenge, by its metadata, or as stored before the page navigated away. */
export function isDpopNeeded({ challenge, resource, pending }: FlowContext): boolean {
  return challenge?.scheme === "dpop" || (resource?.needsDpop ?? pending?.needsDpop ?? false);
}

/** Creates the context of a flow that only knows `known`. */
export function emptyFlowContext(known: Partial<FlowContext> = {}): FlowContext {
  return {
    challenge: undefined,
    challengeHeader: undefined,
    challengeProblems: [],
    status: undefined,
    scopesBefore: [],
    before: undefined,
    mayRenew: false,
    resource: undefined,
    mismatchedResource: undefined,
    indicator: undefined,
    candidate: undefined,
    server: undefined,
    client: undefined,
    isClientStored: false,
    scopes: [],
    pending: undefined,
    parameters: undefined,
    ...known,
  };
}
