/** Renews grants. */
import * as oauth from "oauth4webapi";
import { type Problem, violation } from "../../core/failures/authorizationProblem.ts";
import { forgetClient } from "../clients.ts";
import type { StepContext } from "../flow/flowContext.ts";
import type { AcceptGrant, Grant } from "../stores.ts";
import { askForToken, indicatorOf, type TokenRequest } from "./tokenRequest.ts";

/**
 * Renews a grant that the MCP server refused, unless somebody who shares it has done so meanwhile:
 * a refresh token that is used twice looks stolen.
 */
export function renewOnce(
  run: StepContext,
  refused: Grant,
  acceptGrant: AcceptGrant,
): Promise<Problem | undefined> {
  const { grants, clients } = run.options;
  return grants.alone(refused.resource, async () => {
    const stored = await grants.read(refused.resource);
    const isNewer = stored !== undefined && stored.accessToken !== refused.accessToken;
    if (isNewer && stored.server.issuer === refused.server.issuer) {
      await acceptGrant(stored);
      return undefined;
    }
    const problem = await renew(run, refused, acceptGrant);
    if (problem?.evidence.error === "invalid_client") await forgetClient(clients, refused.client);
    return problem;
  });
}

/**
 * Renews a grant by its refresh token.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
export function renew(
  run: StepContext,
  grant: Grant,
  acceptGrant: AcceptGrant,
): Promise<Problem | undefined> {
  const { refreshToken } = grant;
  if (refreshToken === undefined) {
    return Promise.resolve(violation("not-entered", "refresh", { what: "refresh_token" }));
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
        additionalParameters: indicatorOf(grant.indicator),
      }),
  };
  return askForToken(run, request, (token) =>
    acceptGrant({
      ...grant,
      accessToken: token.accessToken,
      tokenType: token.tokenType === "DPoP" ? "DPoP" : "Bearer",
      // a server that does not rotate lets the old one live on
      refreshToken: token.refreshToken ?? refreshToken,
      grantedScopes: token.scopes ?? grant.grantedScopes,
      obtainedAt: run.options.today(),
      expiresAt: token.expiresAt,
    }),
  );
}
