/** What the engine cannot do by itself: to ask a person, and to take them to another page and back. */

import type { Problem } from "../core/failures/authorizationProblem.ts";
import type { ServerMetadata } from "./discovery/metadata.ts";
import type { EnteredClient, EnteredEndpoints } from "./settings.ts";
import type { RegisteredClient } from "./stores.ts";

/**
 * A visit that has begun, as plain JSON: what a page must keep where it has to leave for the visit.
 * Holds the verifier, so it is a secret.
 */
export interface PendingAuthorization {
  readonly serverUrl: string;
  readonly resource: string;
  readonly indicator: string | undefined;
  readonly server: ServerMetadata;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly requestedScopes: readonly string[];
  /** Whether the server wants a token that is bound to a key. */
  readonly needsDpop: boolean;
}

export interface AuthorizationRedirect {
  /** The URL to open, with `https:` or loopback `http:`. */
  readonly url: string;
  /** Names the visit; what comes back under another name belongs to another. */
  readonly state: string;
  readonly redirectUri: string;
  readonly issuer: string;
  /** For {@link Authorization.resume}, after the page was left. */
  readonly pending: PendingAuthorization;
}

/** A question that is to be answered with yes or no. */
export type Question =
  /** Metadata of a public server points to this machine or a private network. */
  | {
      readonly kind: "points-inward";
      readonly member: string;
      readonly url: string;
      readonly from: string;
    }
  /** An authorization server's document sends credentials to an origin that is not its own. */
  | {
      readonly kind: "other-host";
      readonly member: string;
      readonly url: string;
      readonly from: string;
    }
  /** The default places of 2025-03-26, or endpoints that were entered, never announce PKCE. */
  | { readonly kind: "no-pkce"; readonly issuer: string }
  /** Nothing says where the endpoints are, and whether the server is as old as to have them at the default places. */
  | { readonly kind: "default-endpoints"; readonly origin: string };

/** Whoever stands between the engine and a person. An undefined answer gives the flow up. */
export interface Agent {
  /**
   * Takes the person there, and hears what they bring back.
   * @returns the parameters of the redirect, exactly as they came; undefined where the visit was given up
   */
  visit(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  chooseIssuer(issuers: readonly string[], signal: AbortSignal): Promise<string | undefined>;
  /** Asked where there is no other way to a client. */
  enterClient(
    about: { readonly issuer: string; readonly because: Problem | undefined },
    signal: AbortSignal,
  ): Promise<EnteredClient | undefined>;
  /** Asked where nothing was found that says where the endpoints are. */
  enterEndpoints(
    about: { readonly serverUrl: string; readonly because: Problem },
    signal: AbortSignal,
  ): Promise<EnteredEndpoints | undefined>;
  confirm(question: Question, signal: AbortSignal): Promise<boolean>;
}
