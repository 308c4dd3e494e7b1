/** Authorization settings; the engine reads them at the start of each flow. */
import type { AuthMethod } from "./authorizationStores.ts";

export interface EnteredKey {
  /** PKCS #8 in PEM, or a private JWK as JSON. */
  readonly text: string;
  /** A JWS algorithm such as `ES256`; undefined to derive it from the key. */
  readonly algorithm?: string;
  readonly keyId?: string;
}

/** A client that was registered outside this application. */
export interface EnteredClient {
  /** Undefined: the client belongs to the first authorization server that is discovered. */
  readonly issuer?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly privateKey?: EnteredKey;
  /** Undefined: the strongest method that the authorization server announces. */
  readonly authMethod?: AuthMethod;
}

/** Endpoints that the user entered because no metadata was found. */
export interface EnteredEndpoints {
  readonly issuer?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint?: string;
}

/** How a token is obtained. */
export type GrantType =
  | { readonly kind: "authorization-code" }
  /** @see https://modelcontextprotocol.io/extensions/auth/oauth-client-credentials */
  | { readonly kind: "client-credentials" }
  /** Enterprise-managed authorization: an identity provider's ID token is exchanged for an ID-JAG. */
  | {
      readonly kind: "enterprise";
      readonly idpTokenEndpoint: string;
      readonly idpClientId: string;
      readonly idpClientSecret?: string;
      readonly idToken: string;
      /** Default: `urn:ietf:params:oauth:token-type:id_token`. */
      readonly subjectTokenType?: string;
    }
  /** A JWT that identifies a workload, sent with the `jwt-bearer` grant. */
  | { readonly kind: "workload"; readonly assertion: string };

export interface AuthorizationSettings {
  readonly grantType: GrantType;
  readonly redirectUri: string;
  readonly clientName: string;
  /** A web page about this client, sent in a dynamic registration. */
  readonly clientUri?: string;
  /** A client that was entered; takes precedence over every other kind of registration. */
  readonly client?: EnteredClient;
  /** The https URL of a Client ID Metadata Document that lists `redirectUri`. */
  readonly metadataDocumentUrl?: string;
  readonly initialAccessToken?: string;
  /** Scopes to request, instead of those that the server names. */
  readonly scope?: string;
  /** The `resource` parameter to send, instead of the server's canonical URI; empty for none. */
  readonly resource?: string;
  /** The authorization server to use where the resource names several. */
  readonly issuer?: string;
  readonly endpoints?: EnteredEndpoints;
  /** When to request DPoP-bound tokens; `auto`: where the server asks for them. */
  readonly dpop: "auto" | "always" | "never";
  /** Whether to continue with authorization servers that do not announce S256. */
  readonly withoutPkceAnnounced: boolean;
}
