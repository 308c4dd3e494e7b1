/** Starts oidc-provider, a real authorization server at which a browser can sign in. */
import { randomBytes } from "node:crypto";
import express from "express";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type ClientMetadata, type Configuration, errors } from "oidc-provider";
import { listen } from "../listen.ts";
import { oidcInteractions } from "./oidcInteractions.ts";
import { createOidcStore } from "./oidcStore.ts";

export interface OidcProviderOptions {
  /** The path of the issuer, such as `/tenant`; none by default. */
  readonly path?: string;
  /** Lifetime of access tokens in seconds; ten minutes by default. */
  readonly accessTokenSeconds?: number;
  /**
   * Which endpoints allow other origins: all (default), all but registration, as the provider is
   * shipped, or none.
   */
  readonly cors?: "all" | "as-shipped" | "none";
  /** Whether dynamic client registration (RFC 7591) is enabled; true by default. */
  readonly registration?: boolean;
  /** The initial access token that registration requires. */
  readonly initialAccessToken?: string;
  /** Client ID Metadata Documents by URL; if undefined, the feature is off. */
  readonly metadataDocuments?: Readonly<Record<string, object>>;
  /** Preregistered clients. */
  readonly clients?: readonly ClientMetadata[];
  /** More scopes with which clients may register themselves. */
  readonly scopes?: readonly string[];
  /** Whether DPoP proofs must contain a nonce of the server; false by default. */
  readonly dpopNonce?: boolean;
}

/** One response of the token endpoint. */
export interface Grant {
  readonly type: string;
  readonly clientId: string | undefined;
  /** The error code; undefined if tokens were issued. */
  readonly error: string | undefined;
}

export interface OidcProviderServer {
  readonly issuer: string;
  /** Allows tokens for a resource with these scopes (RFC 8707). */
  protect(resource: string, scopes: readonly string[]): void;
  /** The responses of the token endpoint, in order. */
  grants(): readonly Grant[];
  /** The number of refresh tokens that clients revoked. */
  revocations(): number;
  /** The number of clients that registered themselves. */
  registrations(): number;
  /** Every code and refresh token that was issued: must not appear anywhere else. */
  secrets(): readonly string[];
  /** Deletes all grants, as if a user had removed the access. */
  revokeEverything(): Promise<void>;
  close(): Promise<void>;
}

/** Starts it on a free loopback port. */
export async function startOidcProvider(
  options: OidcProviderOptions = {},
): Promise<OidcProviderServer> {
  const { path = "", cors = "all" } = options;
  const server = await listen();
  const issuer = `${server.origin}${path}`;
  const resources = new Map<string, readonly string[]>();
  const provider = new Provider(issuer, await configure(options, server.origin, resources));

  const grants: Grant[] = [];
  const grantIds = new Set<string>();
  const secrets: string[] = [];
  let revocations = 0;
  let registrations = 0;
  provider.on("grant.success", ({ oidc }) => {
    grants.push({
      type: String(oidc.params?.grant_type),
      clientId: oidc.client?.clientId,
      error: undefined,
    });
    const { Grant: grant } = oidc.entities;
    if (grant) grantIds.add(grant.jti);
  });
  provider.on("grant.error", ({ oidc }, { error }) => {
    grants.push({
      type: String(oidc.params?.grant_type),
      clientId: oidc.client?.clientId,
      error,
    });
  });
  provider.on("refresh_token.destroyed", () => revocations++);
  provider.on("registration_create.success", () => registrations++);
  provider.on("authorization_code.saved", ({ jti }) => secrets.push(jti));
  provider.on("refresh_token.saved", ({ jti }) => secrets.push(jti));

  const app = express();
  if (cors === "all") app.use(corsAtRegistration);
  if (cors === "none") app.use(withoutCors);
  const callback = provider.callback();
  if (path !== "") {
    // RFC 8414 puts the well-known part before the issuer's path.
    app.get(`/.well-known/oauth-authorization-server${path}`, (request, response) => {
      request.url = "/.well-known/oauth-authorization-server";
      request.originalUrl = `${path}${request.url}`;
      return callback(request, response);
    });
  }
  app.use(path || "/", oidcInteractions(provider), callback);
  server.answer(app);

  return {
    issuer,
    protect: (resource, scopes) => void resources.set(resource, scopes),
    grants: () => grants,
    revocations: () => revocations,
    registrations: () => registrations,
    secrets: () => secrets,
    async revokeEverything() {
      for (const id of grantIds) await (await provider.Grant.find(id))?.destroy();
    },
    close: server.close,
  };
}

async function configure(
  options: OidcProviderOptions,
  origin: string,
  resources: ReadonlyMap<string, readonly string[]>,
): Promise<Configuration> {
  const { path = "", accessTokenSeconds = 600, registration = true } = options;
  const { initialAccessToken, metadataDocuments, clients = [], dpopNonce = false } = options;
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const { port } = new URL(origin);
  return {
    adapter: createOidcStore(),
    clients: [...clients],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "one" }] },
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    enabledJWA: {
      idTokenSigningAlgValues: ["ES256"],
    },
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
    pkce: { required: () => true },
    ...(options.scopes ? { scopes: ["openid", "offline_access", ...options.scopes] } : {}),
    clientBasedCORS: () => options.cors !== "none",
    clockTolerance: 5,
    cookies: {
      keys: [randomBytes(16).toString("hex")],
      // Cookies ignore ports, and journeys run several providers concurrently.
      names: {
        session: `session-${port}`,
        interaction: `interaction-${port}`,
        resume: `resume-${port}`,
      },
    },
    interactions: { url: (_, { uid }) => `${path}/interaction/${uid}` },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: (_, token) => token.resourceServer?.accessTokenTTL ?? accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    fetch: async (url) => {
      const document = metadataDocuments?.[String(url)];
      return document ? Response.json(document) : new Response("Nothing here", { status: 404 });
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      registration: {
        enabled: registration,
        ...(initialAccessToken === undefined ? {} : { initialAccessToken }),
      },
      ...(metadataDocuments
        ? { clientIdMetadataDocument: { enabled: true, ack: "draft-02" as const } }
        : {}),
      dPoP: {
        enabled: true,
        ...(dpopNonce ? { nonceSecret: randomBytes(32), requireNonce: () => true } : {}),
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo(_, resource) {
          const scopes = resources.get(resource);
          if (!scopes) throw new errors.InvalidTarget();
          return {
            scope: scopes.join(" "),
            audience: resource,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: "jwt",
            jwt: { sign: { alg: "ES256" } },
          };
        },
      },
    },
  };
}

/** Adds CORS to registration: the provider allows the origins of known clients only. */
const corsAtRegistration: express.RequestHandler = (request, response, next) => {
  if (!request.path.endsWith("/reg")) return next();
  response.setHeader("Access-Control-Allow-Origin", "*");
  if (request.method !== "OPTIONS") return next();
  response.setHeader("Access-Control-Allow-Headers", "content-type, authorization");
  response.status(204).end();
};

/** Removes the CORS headers of all responses. */
const withoutCors: express.RequestHandler = (_, response, next) => {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    /^access-control-/i.test(name) ? response : set(name, value);
  next();
};
