/** The way to a token as steps that can be looked at: what each asked, got, found and chose. */

import type { Problem } from "../../core/failures/authorizationProblem.ts";
import type { Header } from "../../core/headers.ts";
import type { SecretSpan } from "../../log/entry.ts";
import type { AuthorizationRedirect, Question } from "../userPrompts.ts";

/** The steps, in their order. */
export const stepNames = ["resource", "issuer", "register", "authorize", "token", "call"] as const;

export type StepName = (typeof stepNames)[number];

/** A request of the flow; what is secret in it is marked where it was put together. */
export interface FlowRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: readonly Header[];
  /** A form or JSON; undefined for none. */
  readonly body?: string;
  readonly secrets: readonly SecretSpan[];
}

export interface FlowAnswer {
  readonly status: number;
  readonly statusText: string;
  /** The URL that answered. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** The body as text, as far as it was read. */
  readonly text: string;
  /** Over `text` and the headers; `body` spans count UTF-16 units here, bytes in the log. */
  readonly secrets: readonly SecretSpan[];
}

/** What an exchange was made for. */
export type Purpose =
  | "resource-metadata"
  | "oauth-metadata"
  | "openid-metadata"
  | "registration"
  | "code-token"
  | "refresh-token"
  | "client-credentials-token"
  | "token-exchange"
  | "jwt-bearer-token"
  | "revocation";

/** One request of a step and what came of it. */
export interface FlowExchange {
  /** The exchange's id in the event log. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly request: FlowRequest;
  /** Undefined while it goes on, and where nothing came. */
  readonly answer: FlowAnswer | undefined;
  /** Milliseconds on the log's clock. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** What was found; a violation here means that this answer was not used. Empty: it is fine. */
  readonly problems: readonly Problem[];
  /** Whether a person changed the request before it was sent. */
  readonly edited: boolean;
}

/** A visit of the person's to the authorization endpoint. */
export interface FlowRedirect {
  readonly url: string;
  /** Parameters as they came back, exactly; undefined while the person is away, and where nothing came. */
  readonly returned: readonly (readonly [name: string, value: string])[] | undefined;
  /** Over `url`; what came back is a secret as a whole. */
  readonly secrets: readonly SecretSpan[];
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

/** What was chosen and why; `because` is a stable code, words are made where it is shown. */
export interface Choice {
  readonly what:
    | "resource-metadata-url"
    | "resource"
    | "issuer"
    | "metadata-url"
    | "registration"
    | "client-authentication"
    | "scope"
    | "offline-access"
    | "pkce"
    | "dpop"
    | "grant"
    | "token";
  /** As it was chosen; never a secret. */
  readonly value: string;
  readonly because:
    | "challenge"
    | "well-known-path"
    | "well-known-root"
    | "server-origin"
    | "default-endpoints"
    | "entered"
    | "chosen"
    | "only-one"
    | "announced"
    | "not-announced"
    | "kept"
    | "registered"
    | "resource-metadata"
    | "canonical"
    | "step-up"
    | "not-said"
    | "settings"
    | "expired"
    | "refused"
    | "agreed";
}

/** What a step waits for, where it waits for a person. */
export type Need =
  | { readonly kind: "visit"; readonly visit: AuthorizationRedirect }
  | { readonly kind: "issuer"; readonly issuers: readonly string[] }
  | { readonly kind: "client"; readonly issuer: string }
  | { readonly kind: "endpoints" }
  | { readonly kind: "confirm"; readonly question: Question }
  /** The flow goes step by step, and this one is next. */
  | { readonly kind: "go-ahead" };

export type StepState =
  | { readonly kind: "waiting" }
  | { readonly kind: "running" }
  | { readonly kind: "needs"; readonly need: Need }
  | { readonly kind: "done" }
  /** Not needed this time; a choice says why. */
  | { readonly kind: "skipped" }
  | { readonly kind: "failed"; readonly problem: Problem };

export interface Step {
  readonly name: StepName;
  readonly state: StepState;
  readonly exchanges: readonly FlowExchange[];
  readonly visits: readonly FlowRedirect[];
  readonly choices: readonly Choice[];
  /** Problems of no one exchange, among them that which ended the step. */
  readonly problems: readonly Problem[];
  /** Milliseconds on the log's clock. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** Why a flow runs. */
export type Cause =
  | { readonly kind: "by-hand" }
  /** A 401, or a 403 that wants more scopes. `challenge` is the header as it came. */
  | { readonly kind: "refused"; readonly status: number; readonly challenge: string | undefined }
  | { readonly kind: "expired" };

export interface Flow {
  /** `idle`: nothing ran yet. */
  readonly state: "idle" | "running" | "done" | "failed";
  readonly cause: Cause | undefined;
  readonly stepwise: boolean;
  readonly steps: readonly Step[];
}

/** A value that changes, in the shape that views take. */
export interface Observable<T> {
  get(): T;
  /** Calls back after every change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}
