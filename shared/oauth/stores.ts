/** What is kept between two runs of authorization, and the places that keep it. */
import type { ServerMetadata } from "./discovery/metadata.ts";

/** How a client shows the token endpoint who it is. */
export type AuthMethod =
  | "none"
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt";

/** A client as one authorization server knows it. */
export interface RegisteredClient {
  /** The authorization server that knows it; the key under which it is kept. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** Milliseconds since 1970 at which the secret runs out; undefined for never. */
  readonly secretExpiresAt?: number;
  readonly authMethod: AuthMethod;
  readonly registered: "entered" | "metadata-document" | "dynamic";
  readonly redirectUris: readonly string[];
}

/** Keeps clients by issuer; credentials of one are never handed to another. */
export interface ClientStore {
  read(issuer: string): Promise<RegisteredClient | undefined>;
  write(client: RegisteredClient): Promise<void>;
  remove(issuer: string): Promise<void>;
}

/** A token and all that is needed to use, renew and revoke it. */
export interface Grant {
  /** The canonical URI of the MCP server it is for; the key under which it is kept. */
  readonly resource: string;
  /** The `resource` parameter that it was asked with, where there was one. */
  readonly indicator: string | undefined;
  readonly server: ServerMetadata;
  readonly client: RegisteredClient;
  readonly accessToken: string;
  readonly tokenType: "Bearer" | "DPoP";
  readonly refreshToken?: string;
  /** Scopes that were asked for, over all steps up. */
  readonly requestedScopes: readonly string[];
  /** Scopes that were granted; undefined where the answer did not say, which means those asked for. */
  readonly grantedScopes: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  /** Milliseconds since 1970; undefined where the answer did not say. */
  readonly expiresAt: number | undefined;
  /** The key pair that a DPoP token is bound to; not extractable, but may be cloned. */
  readonly dpopKeys?: CryptoKeyPair;
}

/** Keeps grants by resource, for this tab alone or for all of this origin's. */
export interface GrantStore {
  read(resource: string): Promise<Grant | undefined>;
  write(grant: Grant): Promise<void>;
  remove(resource: string): Promise<void>;
  /** Does `work` while nobody else who shares the store does so for the same resource. */
  alone<T>(resource: string, work: () => Promise<T>): Promise<T>;
}

/** Takes over a token that was issued. */
export type AcceptGrant = (grant: Grant) => Promise<void>;
