/** Revokes tokens at the authorization server. */
import * as oauth from "oauth4webapi";
import { errorMessage } from "../../core/text/errorMessage.ts";
import { authorizationViolation, warning } from "../../protocol/failures/authorizationProblem.ts";
import type { FlowEnd } from "../authorization.ts";
import type { AuthorizationSettings } from "../authorizationSettings.ts";
import type { Grant } from "../authorizationStores.ts";
import { compose, libraryServer } from "../flow/composeRequests.ts";
import type { FlowAnswer } from "../flow/flow.ts";
import type { FlowRunner } from "../flow/flowRunner.ts";
import { failedValidation, findViolation, type Validated } from "../flow/validated.ts";
import { clientAuthOf } from "./clientAuth.ts";
import { errorEvidence, readError } from "./tokenResponse.ts";

/**
 * Revokes the refresh token first, which ends the access token at most servers, then the access token.
 * @returns the first problem; undefined also where the server has no revocation endpoint
 * @see https://www.rfc-editor.org/rfc/rfc7009#section-2.1
 */
export async function revoke(
  runner: Pick<FlowRunner, "attempt">,
  grant: Grant,
  settings: AuthorizationSettings,
): Promise<FlowEnd> {
  const { server, client, refreshToken, accessToken } = grant;
  if (server.revocationEndpoint === undefined) return undefined;
  const tokens = [
    ...(refreshToken === undefined ? [] : [[refreshToken, "refresh_token"] as const]),
    [accessToken, "access_token"] as const,
  ];
  let first: FlowEnd;
  for (const [token, hint] of tokens) {
    try {
      const auth = await clientAuthOf(client, settings.client?.privateKey);
      if ("why" in auth) {
        first ??= authorizationViolation("unusable-key", "client-authentication", { ...auth });
        continue;
      }
      const request = await compose((library) =>
        oauth.revocationRequest(
          libraryServer(server),
          { client_id: client.clientId },
          auth,
          token,
          {
            ...library,
            additionalParameters: { token_type_hint: hint },
          },
        ),
      );
      const purpose = "revocation";
      const attempt = { purpose, request, validate: validateRevocation, accept: () => {} } as const;
      first ??= findViolation((await runner.attempt("token", attempt)).problems);
    } catch (error) {
      const reason = errorMessage(error);
      first ??= authorizationViolation("unusable-key", "client-authentication", { reason });
    }
  }
  return first;
}

/** @see https://www.rfc-editor.org/rfc/rfc7009#section-2.2 */
function validateRevocation(answer: FlowAnswer): Validated<true> {
  if (answer.status === 200) return { value: true, problems: [] };
  const { status } = answer;
  const error = readError(answer);
  const evidence = { status, ...(error ? errorEvidence(error) : {}) };
  // the server cannot revoke this type of token; it expires by itself
  if (error?.error === "unsupported_token_type") {
    return {
      value: true,
      problems: [warning("revocation-refused", "revocation-response", evidence)],
    };
  }
  return failedValidation("revocation-refused", "revocation-response", evidence);
}
