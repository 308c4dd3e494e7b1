/** Exchanges an ID token for an ID-JAG, the assertion that enterprise-managed authorization uses. */
import * as oauth from "oauth4webapi";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { GrantType } from "../authorizationSettings.ts";
import type { RegisteredClient } from "../authorizationStores.ts";
import { enteredServer } from "../discovery/serverMetadata.ts";
import { checkUrl } from "../discovery/urls.ts";
import type { StepContext } from "../flow/flowContext.ts";
import { requestToken } from "./tokenRequest.ts";

/**
 * Exchanges the ID token at the identity provider's token endpoint.
 * @returns the ID-JAG, or the problem
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-2.1
 */
export async function exchangeIdToken(
  context: StepContext,
  grantType: Extract<GrantType, { kind: "enterprise" }>,
  audience: string,
): Promise<string | AuthorizationProblem> {
  const { flowContext, options } = context;
  const why = checkUrl(grantType.idpTokenEndpoint, { serverUrl: options.serverUrl });
  if (why !== undefined) {
    const evidence = { member: "token_endpoint", value: grantType.idpTokenEndpoint, why };
    return authorizationViolation("unusable-url", "mcp-enterprise", evidence);
  }
  if (!grantType.idToken)
    return authorizationViolation("not-entered", "mcp-enterprise", { what: "subject_token" });
  const tokenType = "urn:ietf:params:oauth:token-type";
  const parameters = {
    requested_token_type: `${tokenType}:id-jag`,
    audience,
    ...(flowContext.indicator === undefined ? {} : { resource: flowContext.indicator }),
    ...(flowContext.scopes.length > 0 ? { scope: flowContext.scopes.join(" ") } : {}),
    subject_token: grantType.idToken,
    subject_token_type: grantType.subjectTokenType ?? `${tokenType}:id_token`,
  };
  const idp = enteredServer({
    authorizationEndpoint: "",
    tokenEndpoint: grantType.idpTokenEndpoint,
  });
  const client: RegisteredClient = {
    issuer: idp.issuer,
    clientId: grantType.idpClientId,
    ...(grantType.idpClientSecret ? { clientSecret: grantType.idpClientSecret } : {}),
    authMethod: grantType.idpClientSecret ? "client_secret_post" : "none",
    registered: "entered",
    redirectUris: [],
  };
  let grant: string | undefined;
  const problem = await requestToken(
    context,
    {
      purpose: "token-exchange",
      server: idp,
      client,
      dpopKeys: undefined,
      asked: [],
      resource: undefined,
      mayBeNoAccessToken: true,
      make: (as, who, auth, options) =>
        oauth.genericTokenEndpointRequest(
          as,
          who,
          auth,
          "urn:ietf:params:oauth:grant-type:token-exchange",
          parameters,
          options,
        ),
    },
    (token) => {
      grant = token.accessToken;
    },
  );
  return problem ?? grant ?? authorizationViolation("missing-member", "token-exchange-response");
}
