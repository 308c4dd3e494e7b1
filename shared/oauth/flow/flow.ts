/** Data model of an OAuth flow for views: its steps, exchanges, choices and problems. */

import type { SecretSpan } from "../../log/entry.ts";
import type { AuthorizationProblem } from "../../protocol/failures/authorizationProblem.ts";
import type { Header } from "../../protocol/headers.ts";
import type { AuthorizationQuestion, AuthorizationRedirect } from "../userPrompts.ts";

/** The steps, in their order. */
export const stepNames = ["resource", "issuer", "register", "authorize", "token", "call"] as const;

export type StepName = (typeof stepNames)[number];

/** A request of the flow, with its secrets marked. */
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
  readonly url: string;
  readonly headers: readonly Header[];
  readonly text: string;
  /** Over `text` and the headers; `body` spans count UTF-16 units here, bytes in the log. */
  readonly secrets: readonly SecretSpan[];
}

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

/** One request of a step and its response. */
export interface FlowExchange {
  /** The exchange's id in the event log. */
  readonly id: string;
  readonly purpose: Purpose;
  readonly request: FlowRequest;
  /** Undefined while the request is in flight, and where no response came. */
  readonly answer: FlowAnswer | undefined;
  /** Milliseconds on the log's clock. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** Problems of the response; one of severity `violation` means that the response was not used. */
  readonly problems: readonly AuthorizationProblem[];
  /** Whether the user edited the request before it was sent. */
  readonly edited: boolean;
}

/** A navigation to the authorization endpoint and the redirect that followed. */
export interface FlowRedirect {
  readonly url: string;
  /** Parameters of the redirect, unchanged; undefined until it arrives. */
  readonly returned: readonly (readonly [name: string, value: string])[] | undefined;
  /** Spans in `url`. The returned parameters are secret as a whole. */
  readonly secrets: readonly SecretSpan[];
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

/** A choice that the engine made; `because` is a stable code for the reason. */
export interface FlowChoice {
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
  /** The chosen value; never a secret. */
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

/** What a step needs from the user before it can continue. */
export type Need =
  | { readonly kind: "visit"; readonly visit: AuthorizationRedirect }
  | { readonly kind: "issuer"; readonly issuers: readonly string[] }
  | { readonly kind: "client"; readonly issuer: string }
  | { readonly kind: "endpoints" }
  | { readonly kind: "confirm"; readonly question: AuthorizationQuestion }
  /** The flow is stepwise and waits before this step. */
  | { readonly kind: "go-ahead" };

export type StepState =
  | { readonly kind: "waiting" }
  | { readonly kind: "running" }
  | { readonly kind: "needs"; readonly need: Need }
  | { readonly kind: "done" }
  /** Not needed in this flow. */
  | { readonly kind: "skipped" }
  | { readonly kind: "failed"; readonly problem: AuthorizationProblem };

export interface Step {
  readonly name: StepName;
  readonly state: StepState;
  readonly exchanges: readonly FlowExchange[];
  readonly visits: readonly FlowRedirect[];
  readonly choices: readonly FlowChoice[];
  /** Problems that belong to no single exchange. */
  readonly problems: readonly AuthorizationProblem[];
  /** Milliseconds on the log's clock. */
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** Why a flow was started. */
export type Cause =
  | { readonly kind: "by-hand" }
  /** A request was answered with 401, or with 403 and `insufficient_scope`. `challenge` is the `WWW-Authenticate` header. */
  | { readonly kind: "refused"; readonly status: number; readonly challenge: string | undefined }
  | { readonly kind: "expired" };

export interface Flow {
  /** `idle`: no flow has run yet. */
  readonly state: "idle" | "running" | "done" | "failed";
  readonly cause: Cause | undefined;
  readonly stepwise: boolean;
  readonly steps: readonly Step[];
}

/** A value with change notifications, in the form that `useSyncExternalStore` needs. */
export interface Observable<T> {
  get(): T;
  /** Calls back after every change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}
