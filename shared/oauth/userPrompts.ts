/**
 * What the engine asks of the user: sign in at the authorization server, choose, enter, confirm.
 */

import type { AuthorizationProblem } from "../protocol/failures/authorizationProblem.ts";
import type { EnteredClient, EnteredEndpoints } from "./authorizationSettings.ts";
import type { EnteredSecret, RegisteredClient } from "./authorizationStores.ts";
import type { ServerMetadata } from "./discovery/metadata.ts";

/**
 * An authorization request that waits for its redirect, as plain JSON, so that a page can store it
 * before it navigates away. It holds the PKCE verifier and is therefore secret.
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
  /** Whether the server requires a DPoP-bound token. */
  readonly needsDpop: boolean;
}

/** A navigation to the authorization endpoint. */
export interface AuthorizationRedirect {
  /** The URL to open, with `https:` or loopback `http:`. */
  readonly url: string;
  /** Identifies the request: a redirect with another `state` belongs to another request. */
  readonly state: string;
  readonly redirectUri: string;
  readonly issuer: string;
  /** For {@link Authorization.resume}, if the page itself navigated away. */
  readonly pending: PendingAuthorization;
}

/** A yes-or-no question. */
export type AuthorizationQuestion =
  /** Metadata of a public server points to this machine or into a private network. */
  | {
      readonly kind: "points-inward";
      readonly member: string;
      readonly url: string;
      readonly from: string;
    }
  /** An authorization server's metadata names an endpoint on another host. */
  | {
      readonly kind: "other-host";
      readonly member: string;
      readonly url: string;
      readonly from: string;
    }
  /** A secret that the user entered would be sent to an authorization server that the MCP server chose. */
  | {
      readonly kind: "send-secret";
      readonly secret: EnteredSecret;
      /** Empty for a secret that belongs to no client. */
      readonly clientId: string;
      readonly member: string;
      readonly url: string;
      readonly issuer: string;
      /** The MCP server. */
      readonly from: string;
    }
  /** The authorization server does not announce PKCE with S256. */
  | { readonly kind: "no-pkce"; readonly issuer: string }
  /** No metadata was found, and the revision is unknown: only 2025-03-26 defines default endpoints. */
  | { readonly kind: "default-endpoints"; readonly origin: string };

/** Asks the user on behalf of the engine. Answering undefined cancels the flow. */
export interface PromptHandler {
  /**
   * Opens the authorization endpoint and waits for the redirect.
   * @returns the parameters of the redirect, unchanged; undefined if the user cancelled
   */
  visit(visit: AuthorizationRedirect, signal: AbortSignal): Promise<URLSearchParams | undefined>;
  chooseIssuer(issuers: readonly string[], signal: AbortSignal): Promise<string | undefined>;
  /** Called where no client is registered and none can be. */
  enterClient(
    about: { readonly issuer: string; readonly because: AuthorizationProblem | undefined },
    signal: AbortSignal,
  ): Promise<EnteredClient | undefined>;
  /** Called where no metadata was found. */
  enterEndpoints(
    about: { readonly serverUrl: string; readonly because: AuthorizationProblem },
    signal: AbortSignal,
  ): Promise<EnteredEndpoints | undefined>;
  confirm(question: AuthorizationQuestion, signal: AbortSignal): Promise<boolean>;
}
