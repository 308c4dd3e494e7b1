/** What a person can set about authorization; read anew whenever it matters. */
import type { AuthMethod } from "./stores.ts";

/** A private key as it was entered. */
export interface EnteredKey {
  /** PKCS #8 in PEM, or a private JWK as JSON. */
  readonly text: string;
  /** A JWS algorithm such as `ES256`; undefined to take it from the key. */
  readonly algorithm?: string;
  readonly keyId?: string;
}

/** A client that somebody registered by hand. */
export interface EnteredClient {
  /** Undefined: it belongs to whatever authorization server is found first. */
  readonly issuer?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly privateKey?: EnteredKey;
  /** Undefined: the best that the authorization server announces. */
  readonly authMethod?: AuthMethod;
}

/** Endpoints that the person entered, because no metadata was found. */
export interface EnteredEndpoints {
  readonly issuer?: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint?: string;
}

/** The way to a token. */
export type Way =
  | { readonly kind: "authorization-code" }
  /** @see https://modelcontextprotocol.io/extensions/auth/oauth-client-credentials */
  | { readonly kind: "client-credentials" }
  /** An identity provider's ID token, exchanged for a grant that the authorization server takes. */
  | {
      readonly kind: "enterprise";
      readonly idpTokenEndpoint: string;
      readonly idpClientId: string;
      readonly idpClientSecret?: string;
      readonly idToken: string;
      /** `urn:ietf:params:oauth:token-type:id_token` unless given. */
      readonly subjectTokenType?: string;
    }
  /** A JWT that speaks for a workload. */
  | { readonly kind: "workload"; readonly assertion: string };

export interface AuthorizationSettings {
  readonly way: Way;
  /** Where the authorization server sends the person back to. */
  readonly redirectUri: string;
  readonly clientName: string;
  /** A page about this client; part of a dynamic registration. */
  readonly clientUri?: string;
  /** Entered by hand; goes before all other ways of registration. */
  readonly client?: EnteredClient;
  /** The https URL of a Client ID Metadata Document that lists `redirectUri`. */
  readonly metadataDocumentUrl?: string;
  /** For registration endpoints that want a token. */
  readonly initialAccessToken?: string;
  /** Scopes to ask for, instead of what the server says. */
  readonly scope?: string;
  /** The `resource` parameter to send, instead of the server's canonical URI; empty for none. */
  readonly resource?: string;
  /** The authorization server to use, where there are several. */
  readonly issuer?: string;
  readonly endpoints?: EnteredEndpoints;
  /** Bound tokens: where the server asks for them, always, or never. */
  readonly dpop: "auto" | "always" | "never";
  /** Goes on with authorization servers that do not announce S256. */
  readonly withoutPkceAnnounced: boolean;
}
