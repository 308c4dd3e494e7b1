/** What a flow has found out so far, and what its steps can do. */

import type { Problem } from "../../core/failures/authorizationProblem.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import type { Dpop } from "../crypto/dpop.ts";
import type { Challenge } from "../discovery/challenge.ts";
import type { ResourceMetadata, ServerMetadata } from "../discovery/metadata.ts";
import type { AuthorizationSettings } from "../settings.ts";
import type { Grant, RegisteredClient } from "../stores.ts";
import type { PendingAuthorization, Question } from "../userPrompts.ts";
import type { FlowAnswer, FlowRequest, Need, Purpose } from "./flow.ts";
import type { StepWriter } from "./flowStore.ts";
import type { Validated } from "./validated.ts";

/** Filled step by step. */
export interface FlowContext {
  /** The challenge that began it. */
  readonly challenge: Challenge | undefined;
  /** The header that it stood in. */
  readonly challengeHeader: string | undefined;
  /** What is wrong with that header. */
  readonly challengeProblems: readonly Problem[];
  /** The status that came with it; undefined where nobody was refused. */
  readonly status: number | undefined;
  /** Scopes asked for before, which a step up must not lose. */
  readonly scopesBefore: readonly string[];
  /** The grant there was before. */
  readonly before: Grant | undefined;
  /** Whether it may be renewed instead of asking a person. */
  readonly mayRenew: boolean;
  resource: ResourceMetadata | undefined;
  /** A document that must not be used, for looking on. */
  suspect: ResourceMetadata | undefined;
  /** The `resource` parameter; undefined for none. */
  indicator: string | undefined;
  /** A document that is in order, before it is known whether its endpoints may be used. */
  found: ServerMetadata | undefined;
  server: ServerMetadata | undefined;
  client: RegisteredClient | undefined;
  /** The client was kept from before, so the server may have forgotten it. */
  isClientKept: boolean;
  scopes: readonly string[];
  pending: PendingAuthorization | undefined;
  parameters: URLSearchParams | undefined;
}

export interface Attempt<T> {
  readonly purpose: Purpose;
  readonly request: FlowRequest;
  /** Judges the answer as it came; must not throw. */
  readonly judge: (answer: FlowAnswer) => Validated<T>;
  /** Takes the value over, where no violation was found. */
  readonly accept: (value: T) => void | Promise<void>;
}

/** What a step is given. */
export interface StepContext {
  readonly options: AuthorizationOptions;
  /** As they were when the flow began. */
  readonly settings: AuthorizationSettings;
  readonly course: FlowContext;
  readonly step: StepWriter;
  readonly signal: AbortSignal;
  readonly dpop: Dpop;
  /** Sends a request, judges the answer, and accepts it where it is fine; all of it for everybody to see. */
  attempt<T>(attempt: Attempt<T>): Promise<Validated<T>>;
  /** Says what is waited for while `ask` goes on. */
  need<T>(need: Need, ask: () => Promise<T>): Promise<T>;
  /** Asks once for each address; what was agreed to is remembered. */
  confirm(question: Question): Promise<boolean>;
}

/** Takes one step; returns the problem that ends the flow, if there is one. */
export type TakeStep = (run: StepContext) => Promise<Problem | undefined>;

/** Whether the server wants a bound token: by its challenge, its metadata, or as it was known before the page was left. */
export function isDpopNeeded({ challenge, resource, pending }: FlowContext): boolean {
  return challenge?.scheme === "dpop" || (resource?.needsDpop ?? pending?.needsDpop ?? false);
}

/** A course on which nothing is known. */
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
    suspect: undefined,
    indicator: undefined,
    found: undefined,
    server: undefined,
    client: undefined,
    isClientKept: false,
    scopes: [],
    pending: undefined,
    parameters: undefined,
    ...known,
  };
}
