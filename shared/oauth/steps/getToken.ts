/** Step 5: requests a token with the chosen grant type. */
import * as oauth from "oauth4webapi";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { AcceptGrant, Grant } from "../authorizationStores.ts";
import { createDpopKeys } from "../crypto/dpop.ts";
import { canonicalResource } from "../discovery/canonicalResource.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { isDpopNeeded, type StepContext, type StepFunction } from "../flow/flowContext.ts";
import { exchangeIdToken } from "../token/tokenExchange.ts";
import {
  type MakeTokenRequest,
  requestToken,
  resourceParameter,
  type TokenRequest,
} from "../token/tokenRequest.ts";
import type { IssuedToken } from "../token/tokenResponse.ts";

/**
 * Creates the step.
 * @param acceptGrant called with the grant before the step is done
 */
export function createGetToken(acceptGrant: AcceptGrant): StepFunction {
  return async (context) => {
    const { flowContext, settings, step } = context;
    const { server, client } = flowContext;
    if (!server || !client) throw new Error("Register before asking for a token");
    const dpopKeys = await chooseDpop(context, server);
    const base = {
      server,
      client,
      dpopKeys,
      asked: flowContext.scopes,
      resource: flowContext.indicator,
    };
    const accept = (token: IssuedToken) =>
      acceptGrant(grantOf(context, token, { server, client, dpopKeys }));

    switch (settings.grantType.kind) {
      case "authorization-code": {
        const { pending, parameters } = flowContext;
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
            { ...options, additionalParameters: resourceParameter(pending.indicator) },
          );
        return requestToken(context, { ...base, purpose: "code-token", make }, accept);
      }
      case "client-credentials": {
        step.choose("grant", "client_credentials", "settings");
        const make: MakeTokenRequest = (as, who, auth, options) =>
          oauth.clientCredentialsGrantRequest(as, who, auth, parametersOf(context), options);
        const purpose = "client-credentials-token";
        return requestToken(context, { ...base, purpose, make }, accept);
      }
      case "workload": {
        const { assertion } = settings.grantType;
        if (!assertion)
          return authorizationViolation("not-entered", "jwt-bearer", { what: "assertion" });
        return requestTokenByAssertion(context, base, assertion, accept);
      }
      case "enterprise": {
        const exchanged = await exchangeIdToken(context, settings.grantType, server.issuer);
        if (typeof exchanged !== "string") return exchanged;
        return requestTokenByAssertion(context, base, exchanged, accept);
      }
    }
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7523#section-2.1 */
function requestTokenByAssertion(
  context: StepContext,
  base: Omit<TokenRequest, "purpose" | "make">,
  assertion: string,
  accept: (token: IssuedToken) => Promise<void>,
): Promise<AuthorizationProblem | undefined> {
  const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  context.step.choose("grant", grantType, "settings");
  const make: MakeTokenRequest = (as, who, auth, options) =>
    oauth.genericTokenEndpointRequest(
      as,
      who,
      auth,
      grantType,
      { assertion, ...parametersOf(context) },
      options,
    );
  return requestToken(context, { ...base, purpose: "jwt-bearer-token", make }, accept);
}

/** Creates a key pair where the token is to be DPoP-bound. */
async function chooseDpop(
  { flowContext, settings, step }: StepContext,
  server: ServerMetadata,
): Promise<CryptoKeyPair | undefined> {
  const isAsked = flowContext.challenge?.scheme === "dpop";
  if (settings.dpop === "never" || (settings.dpop === "auto" && !isDpopNeeded(flowContext))) {
    return undefined;
  }
  const because =
    settings.dpop === "always" ? "settings" : isAsked ? "challenge" : "resource-metadata";
  const keys = await createDpopKeys(server);
  step.choose("dpop", keys.publicKey.algorithm.name, because);
  return keys;
}

function grantOf(
  { flowContext, options }: StepContext,
  token: IssuedToken,
  { server, client, dpopKeys }: Pick<TokenRequest, "server" | "client" | "dpopKeys">,
): Grant {
  const isBound = token.tokenType === "DPoP";
  return {
    resource: canonicalResource(options.serverUrl),
    indicator: flowContext.indicator,
    server,
    client,
    accessToken: token.accessToken,
    tokenType: isBound ? "DPoP" : "Bearer",
    ...(token.refreshToken === undefined ? {} : { refreshToken: token.refreshToken }),
    requestedScopes: flowContext.scopes,
    grantedScopes: token.scopes,
    obtainedAt: options.wallClock(),
    expiresAt: token.expiresAt,
    ...(isBound && dpopKeys ? { dpopKeys } : {}),
  };
}

function parametersOf({ flowContext }: StepContext): Record<string, string> {
  return {
    ...resourceParameter(flowContext.indicator),
    ...(flowContext.scopes.length > 0 ? { scope: flowContext.scopes.join(" ") } : {}),
  };
}
