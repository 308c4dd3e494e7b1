/** Renews grants with their refresh token. */
import * as oauth from "oauth4webapi";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { AcceptGrant, Grant } from "../authorizationStores.ts";
import type { StepContext } from "../flow/flowContext.ts";
import { forgetClient } from "./registration.ts";
import { requestToken, resourceParameter, type TokenRequest } from "./tokenRequest.ts";

/**
 * Renews a grant that the MCP server refused, under a lock across tabs. Uses the stored grant where
 * another tab has renewed it: servers treat a refresh token that is used twice as stolen.
 */
export function renewWithLock(
  context: StepContext,
  refused: Grant,
  acceptGrant: AcceptGrant,
): Promise<AuthorizationProblem | undefined> {
  const { grants, clients } = context.options;
  return grants.withLock(refused.resource, async () => {
    const stored = await grants.read(refused.resource);
    const isNewer = stored !== undefined && stored.accessToken !== refused.accessToken;
    if (isNewer && stored.server.issuer === refused.server.issuer) {
      await acceptGrant(stored);
      return undefined;
    }
    const problem = await renew(context, refused, acceptGrant);
    if (problem?.evidence.error === "invalid_client") await forgetClient(clients, refused.client);
    return problem;
  });
}

/**
 * Renews a grant by its refresh token.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
export function renew(
  context: StepContext,
  grant: Grant,
  acceptGrant: AcceptGrant,
): Promise<AuthorizationProblem | undefined> {
  const { refreshToken } = grant;
  if (refreshToken === undefined) {
    return Promise.resolve(
      authorizationViolation("not-entered", "refresh", { what: "refresh_token" }),
    );
  }
  const asked = grant.grantedScopes ?? grant.requestedScopes;
  const request: TokenRequest = {
    purpose: "refresh-token",
    server: grant.server,
    client: grant.client,
    dpopKeys: grant.dpopKeys,
    asked,
    resource: grant.indicator,
    make: (as, who, auth, options) =>
      oauth.refreshTokenGrantRequest(as, who, auth, refreshToken, {
        ...options,
        additionalParameters: resourceParameter(grant.indicator),
      }),
  };
  return requestToken(context, request, (token) =>
    acceptGrant({
      ...grant,
      accessToken: token.accessToken,
      tokenType: token.tokenType === "DPoP" ? "DPoP" : "Bearer",
      // a server that does not rotate refresh tokens sends none
      refreshToken: token.refreshToken ?? refreshToken,
      grantedScopes: token.scopes ?? grant.grantedScopes,
      obtainedAt: context.options.wallClock(),
      expiresAt: token.expiresAt,
    }),
  );
}
