/** An identity provider, and an authorization server that accepts its assertions; both verify every request. */
import { randomUUID } from "node:crypto";
import {
  createRemoteJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { serveHandler } from "../serveHandler.ts";

const tokenType = "urn:ietf:params:oauth:token-type";
const jagType = "oauth-id-jag+jwt";

/** One request to a token endpoint, and the error if it was refused. */
export interface AskedToken {
  readonly form: Readonly<Record<string, string>>;
  readonly error: string | undefined;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  /** An ID token of the user, for the client at this provider. */
  idToken(): Promise<string>;
  /** A JWT of a workload, for an authorization server. */
  workloadToken(audience: string): Promise<string>;
  asked(): readonly AskedToken[];
  /** Everything it signed: must not appear anywhere else. */
  secrets(): readonly string[];
  close(): Promise<void>;
}

export const idpClient = { id: "at-the-idp", secret: "the secret at the idp" } as const;

/**
 * Starts an identity provider that exchanges its ID tokens for ID-JAGs.
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-2.1
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const signer = await createSigner();
  const exchange = async (form: URLSearchParams, issuer: string) => {
    demand(form.get("grant_type")?.endsWith(":token-exchange"), "unsupported_grant_type");
    demand(form.get("client_id") === idpClient.id, "invalid_client");
    demand(form.get("client_secret") === idpClient.secret, "invalid_client");
    demand(form.get("requested_token_type") === `${tokenType}:id-jag`, "invalid_request");
    demand(form.get("subject_token_type") === `${tokenType}:id_token`, "invalid_request");
    const audience = form.get("audience");
    const resource = form.get("resource");
    demand(audience && resource, "invalid_target");
    const { sub } = await verified(form.get("subject_token"), signer.publicKey, {
      issuer,
      audience: idpClient.id,
      typ: "JWT",
    });
    const scope = form.get("scope") ?? "";
    return {
      access_token: await signer.sign(
        {
          iss: issuer,
          sub: String(sub),
          aud: audience,
          client_id: enterpriseClient,
          resource,
          scope,
        },
        jagType,
      ),
      issued_token_type: `${tokenType}:id-jag`,
      token_type: "N_A",
      expires_in: 300,
      scope,
    };
  };
  const served = await serveIssuer(signer, exchange);
  return {
    issuer: served.issuer,
    tokenEndpoint: `${served.issuer}/token`,
    idToken: () =>
      signer.sign(
        { iss: served.issuer, sub: "ada", aud: idpClient.id, nonce: randomUUID() },
        "JWT",
      ),
    workloadToken: (aud) => signer.sign({ iss: served.issuer, sub: "build-robot", aud }, "JWT"),
    asked: served.asked,
    secrets: signer.signed,
    close: served.close,
  };
}

/** The client that ID-JAGs are issued for. */
export const enterpriseClient = "playground-of-the-enterprise";

export interface AssertionServer {
  readonly issuer: string;
  asked(): readonly AskedToken[];
  secrets(): readonly string[];
  close(): Promise<void>;
}

/**
 * Starts an authorization server without users: it issues tokens for assertions of an identity
 * provider.
 * @see https://www.rfc-editor.org/rfc/rfc7523#section-3
 */
export async function startAssertionServer(idp: IdentityProvider): Promise<AssertionServer> {
  const signer = await createSigner();
  const keys = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`));
  const seen = new Set<unknown>();
  const served = await serveIssuer(signer, async (form, issuer) => {
    demand(form.get("grant_type")?.endsWith(":jwt-bearer"), "unsupported_grant_type");
    const assertion = form.get("assertion");
    const claims = await verified(assertion, keys, { issuer: idp.issuer, audience: issuer });
    const isGrantOfPerson = claims.resource !== undefined;
    if (isGrantOfPerson) {
      await verified(assertion, keys, { typ: jagType });
      demand(form.get("client_id") === claims.client_id, "invalid_client");
      demand(form.get("resource") === claims.resource, "invalid_target");
    }
    demand(!seen.has(claims.jti), "invalid_grant");
    seen.add(claims.jti);
    const scope = form.get("scope") ?? "";
    return {
      access_token: await signer.sign(
        {
          iss: issuer,
          sub: String(claims.sub),
          aud: form.get("resource") ?? issuer,
          client_id: isGrantOfPerson ? claims.client_id : claims.sub,
          scope,
        },
        "at+jwt",
      ),
      token_type: "Bearer",
      expires_in: 300,
      scope,
    };
  });
  return { ...served, secrets: signer.signed };
}

/** Serves metadata, keys and tokens. */
async function serveIssuer(
  signer: Signer,
  grant: (form: URLSearchParams, issuer: string) => Promise<object>,
) {
  const asked: AskedToken[] = [];
  const server = await serveHandler(async (request) => {
    const issuer = server.url;
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/.well-known/o")) return Response.json(metadataOf(issuer));
    if (pathname === "/jwks") return Response.json({ keys: [signer.jwk] });
    if (pathname !== "/token") return new Response("Nothing here", { status: 404 });
    const form = new URLSearchParams(await request.text());
    const headers = { "cache-control": "no-store" };
    try {
      const answer = await grant(form, issuer);
      asked.push({ form: Object.fromEntries(form), error: undefined });
      return Response.json(answer, { headers });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      asked.push({ form: Object.fromEntries(form), error: error.message });
      return Response.json({ error: error.message }, { status: 400, headers });
    }
  });
  return { issuer: server.url, asked: () => asked, close: server.close };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    code_challenge_methods_supported: ["S256"],
    grant_types_supported: ["urn:ietf:params:oauth:grant-type:jwt-bearer"],
    authorization_grant_profiles_supported: ["urn:ietf:params:oauth:grant-profile:id-jag"],
    token_endpoint_auth_methods_supported: ["none"],
  };
}

class Refused extends Error {}

function demand(isFine: unknown, error: string): asserts isFine {
  if (!isFine) throw new Refused(error);
}

async function verified(
  token: string | null,
  keys: CryptoKey | ReturnType<typeof createRemoteJWKSet>,
  options: { readonly issuer?: string; readonly audience?: string; readonly typ?: string },
): Promise<JWTPayload> {
  try {
    // The two kinds of key have separate overloads.
    const { payload } =
      typeof keys === "function"
        ? await jwtVerify(token ?? "", keys, options)
        : await jwtVerify(token ?? "", keys, options);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new Refused("invalid_grant");
    throw error;
  }
}

type Signer = Awaited<ReturnType<typeof createSigner>>;

async function createSigner() {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const signed: string[] = [];
  return {
    publicKey,
    jwk: { ...(await exportJWK(publicKey)), alg: "ES256", use: "sig", kid: "one" },
    signed: (): readonly string[] => signed,
    async sign(claims: JWTPayload, typ: string) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "one", typ })
        .setIssuedAt()
        .setExpirationTime("5m")
        .setJti(randomUUID())
        .sign(privateKey);
      signed.push(token);
      return token;
    },
  };
}
