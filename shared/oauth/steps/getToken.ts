/** Step 5: the token, by whichever way was chosen. */
import * as oauth from "oauth4webapi";
import { type Problem, violation } from "../../core/failures/authorizationProblem.ts";
import { createDpopKeys } from "../crypto/dpop.ts";
import { canonicalResource } from "../discovery/canonicalResource.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { isDpopNeeded, type StepContext, type TakeStep } from "../flow/flowContext.ts";
import type { AcceptGrant, Grant, RegisteredClient } from "../stores.ts";
import { exchangeIdToken } from "../token/tokenExchange.ts";
import {
  askForToken,
  indicatorOf,
  type MakeTokenRequest,
  type TokenRequest,
} from "../token/tokenRequest.ts";
import type { IssuedToken } from "../token/tokenResponse.ts";

/**
 * Makes the step.
 * @param acceptGrant told of the grant before the step is done
 */
export function createGetToken(acceptGrant: AcceptGrant): TakeStep {
  return async (run) => {
    const { course, settings, step } = run;
    const { server, client } = course;
    if (!server || !client) throw new Error("Register before asking for a token");
    const dpopKeys = await chooseDpop(run, server);
    const base = { server, client, dpopKeys, asked: course.scopes, resource: course.indicator };
    const accept = (token: IssuedToken) =>
      acceptGrant(grantOf(run, token, server, client, dpopKeys, course.scopes));

    switch (settings.way.kind) {
      case "authorization-code": {
        const { pending, parameters } = course;
        if (!pending || !parameters) throw new Error("Authorize before asking for a token");
        step.choose("grant", "authorization_code", "settings");
        const make: MakeTokenRequest = (as, who, auth, options) =>
          oauth.authorizationCodeGrantRequest(
            as,
            who,
            auth,
            parameters,
            pending.redirectUri,
            pending.verifier,
            { ...options, additionalParameters: indicatorOf(pending.indicator) },
          );
        return askForToken(run, { ...base, purpose: "code-token", make }, accept);
      }
      case "client-credentials": {
        step.choose("grant", "client_credentials", "settings");
        const make: MakeTokenRequest = (as, who, auth, options) =>
          oauth.clientCredentialsGrantRequest(as, who, auth, parametersOf(run), options);
        const purpose = "client-credentials-token";
        return askForToken(run, { ...base, purpose, make }, accept);
      }
      case "workload": {
        const { assertion } = settings.way;
        if (!assertion) return violation("not-entered", "jwt-bearer", { what: "assertion" });
        return askByAssertion(run, base, assertion, accept);
      }
      case "enterprise": {
        const exchanged = await exchangeIdToken(run, settings.way, server.issuer);
        if (typeof exchanged !== "string") return exchanged;
        return askByAssertion(run, base, exchanged, accept);
      }
    }
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7523#section-2.1 */
function askByAssertion(
  run: StepContext,
  base: Omit<TokenRequest, "purpose" | "make">,
  assertion: string,
  accept: (token: IssuedToken) => Promise<void>,
): Promise<Problem | undefined> {
  const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  run.step.choose("grant", grantType, "settings");
  const make: MakeTokenRequest = (as, who, auth, options) =>
    oauth.genericTokenEndpointRequest(
      as,
      who,
      auth,
      grantType,
      { assertion, ...parametersOf(run) },
      options,
    );
  return askForToken(run, { ...base, purpose: "jwt-bearer-token", make }, accept);
}

/** Keys for a bound token, where one is wanted. */
async function chooseDpop(
  { course, settings, step }: StepContext,
  server: ServerMetadata,
): Promise<CryptoKeyPair | undefined> {
  const isAsked = course.challenge?.scheme === "dpop";
  if (settings.dpop === "never" || (settings.dpop === "auto" && !isDpopNeeded(course))) {
    return undefined;
  }
  const because =
    settings.dpop === "always" ? "settings" : isAsked ? "challenge" : "resource-metadata";
  const keys = await createDpopKeys(server);
  step.choose("dpop", keys.publicKey.algorithm.name, because);
  return keys;
}

function grantOf(
  { course, options }: StepContext,
  token: IssuedToken,
  server: ServerMetadata,
  client: RegisteredClient,
  dpopKeys: CryptoKeyPair | undefined,
  requestedScopes: readonly string[],
): Grant {
  const isBound = token.tokenType === "DPoP";
  return {
    resource: canonicalResource(options.serverUrl),
    indicator: course.indicator,
    server,
    client,
    accessToken: token.accessToken,
    tokenType: isBound ? "DPoP" : "Bearer",
    ...(token.refreshToken === undefined ? {} : { refreshToken: token.refreshToken }),
    requestedScopes,
    grantedScopes: token.scopes,
    obtainedAt: options.today(),
    expiresAt: token.expiresAt,
    ...(isBound && dpopKeys ? { dpopKeys } : {}),
  };
}

function parametersOf({ course }: StepContext): Record<string, string> {
  return {
    ...indicatorOf(course.indicator),
    ...(course.scopes.length > 0 ? { scope: course.scopes.join(" ") } : {}),
  };
}
