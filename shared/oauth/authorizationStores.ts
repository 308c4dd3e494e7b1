/** Registered clients and grants, and the stores that hold them between flows. */
import type { ServerMetadata } from "./discovery/metadata.ts";

/** Client authentication method at the token endpoint. */
export type AuthMethod =
  | "none"
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt";

export interface RegisteredClient {
  /** The authorization server it is registered with; the key in the store. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Milliseconds since 1970 at which the secret expires; undefined: never. */
  readonly secretExpiresAt?: number;
  readonly authMethod: AuthMethod;
  readonly registered: "entered" | "metadata-document" | "dynamic";
  readonly redirectUris: readonly string[];
}

/** Stores clients by issuer, so that one issuer never gets the credentials of another. */
export interface ClientStore {
  read(issuer: string): Promise<RegisteredClient | undefined>;
  write(client: RegisteredClient): Promise<void>;
  remove(issuer: string): Promise<void>;
}

export type EnteredSecret = "client-secret" | "assertion" | "initial-access-token";

/** The authorization server that a client or a secret which the user entered was first used with. */
export interface Binding {
  /** Empty for a secret that belongs to no client. */
  readonly clientId: string;
  readonly issuer: string;
  /** What the user agreed to send there; undefined for a client without a secret. */
  readonly secret?: EnteredSecret;
  /** The origin of the endpoint that the question named; set with `secret`. */
  readonly origin?: string;
}

/** Stores bindings by the canonical URI of the MCP server. */
export interface BindingStore {
  read(resource: string): Promise<readonly Binding[]>;
  write(resource: string, bindings: readonly Binding[]): Promise<void>;
  remove(resource: string): Promise<void>;
}

/** An access token with everything that is needed to use, renew and revoke it. */
export interface Grant {
  /** The canonical URI of the MCP server; the key in the store. */
  readonly resource: string;
  /** The `resource` parameter of the token request, if any. */
  readonly indicator: string | undefined;
  readonly server: ServerMetadata;
  readonly client: RegisteredClient;
  readonly accessToken: string;
  readonly tokenType: "Bearer" | "DPoP";
  readonly refreshToken?: string;
  /** Requested scopes, those of earlier step-ups included. */
  readonly requestedScopes: readonly string[];
  /** Granted scopes; undefined if the response has no `scope`, which means the requested ones. */
  readonly grantedScopes: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  /** Milliseconds since 1970; undefined if the response has no `expires_in`. */
  readonly expiresAt: number | undefined;
  /** The key pair that a DPoP token is bound to; not extractable, but structured-cloneable. */
  readonly dpopKeys?: CryptoKeyPair;
}

/** Stores grants by resource, for one tab or for all tabs of the origin. */
export interface GrantStore {
  read(resource: string): Promise<Grant | undefined>;
  write(grant: Grant): Promise<void>;
  remove(resource: string): Promise<void>;
  /** Runs `work` under an exclusive lock for the resource, across all users of the store. */
  withLock<T>(resource: string, work: () => Promise<T>): Promise<T>;
}

/** Called with each grant that was issued or renewed. */
export type AcceptGrant = (grant: Grant) => Promise<void>;
