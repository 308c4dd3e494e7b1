/** Checks access tokens as a resource server must: signature, issuer, audience, expiry and proof of possession. */
import { createHash } from "node:crypto";
import {
  calculateJwkThumbprint,
  createRemoteJWKSet,
  EmbeddedJWK,
  errors,
  type JWTPayload,
  jwtVerify,
} from "jose";

/** What a refusal reports to the client (RFC 6750, section 3). */
export interface Refusal {
  readonly kind: "refused";
  readonly status: 401 | 403;
  readonly error?: string;
  readonly scheme?: "Bearer" | "DPoP";
  readonly scope?: string;
}

interface Admission {
  readonly kind: "admitted";
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];
}

export type TokenCheck = (request: Request) => Promise<Admission | Refusal>;

/** Creates the check for one resource; keys are fetched from each issuer's metadata. */
export function createTokenCheck(options: {
  readonly issuers: readonly string[];
  readonly audience: string;
}): TokenCheck {
  const keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysOf = async (issuer: string) => {
    const known = keys.get(issuer);
    if (known) return known;
    const metadata = await fetch(`${issuer}/.well-known/openid-configuration`);
    const { jwks_uri } = (await metadata.json()) as { jwks_uri: string };
    const fetched = createRemoteJWKSet(new URL(jwks_uri));
    keys.set(issuer, fetched);
    return fetched;
  };
  const claimsOf = async (token: string): Promise<JWTPayload | undefined> => {
    for (const issuer of options.issuers) {
      try {
        const { payload } = await jwtVerify(token, await keysOf(issuer), {
          issuer,
          audience: options.audience,
          typ: "at+jwt",
        });
        return payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  };
  return async (request) => {
    const sent = /^(Bearer|DPoP) (.+)$/i.exec(request.headers.get("authorization") ?? "");
    if (!sent) return { kind: "refused", status: 401 };
    const [, scheme = "", token = ""] = sent;
    const invalid = { kind: "refused", status: 401, error: "invalid_token" } as const;
    const claims = await claimsOf(token);
    if (!claims) return invalid;
    const bound = (claims.cnf as { jkt?: string } | undefined)?.jkt;
    const isDpop = scheme.toLowerCase() === "dpop";
    if (isDpop !== (bound !== undefined)) return { ...invalid, scheme: "DPoP" };
    if (bound !== undefined && !(await proves(request, token, bound))) {
      return { ...invalid, error: "invalid_dpop_proof", scheme: "DPoP" };
    }
    return {
      kind: "admitted",
      token,
      clientId: String(claims.client_id),
      scopes: String(claims.scope ?? "").split(" "),
    };
  };
}

/**
 * Whether the request's DPoP proof uses the key that the token is bound to (RFC 9449, section 4.3).
 */
async function proves(request: Request, token: string, thumbprint: string): Promise<boolean> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      request.headers.get("dpop") ?? "",
      EmbeddedJWK,
      { typ: "dpop+jwt", maxTokenAge: "1m", requiredClaims: ["jti"] },
    );
    const { origin, pathname } = new URL(request.url);
    return (
      protectedHeader.jwk !== undefined &&
      (await calculateJwkThumbprint(protectedHeader.jwk)) === thumbprint &&
      payload.htm === request.method &&
      payload.htu === `${origin}${pathname}` &&
      payload.ath === createHash("sha256").update(token).digest("base64url")
    );
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
