/** Validates the parameters of the redirect from the authorization server. */

import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import type { PendingAuthorization } from "../userPrompts.ts";
import { maximumErrorText } from "./tokenResponse.ts";

/** Parameters that may occur at most once. */
const singleParameters = ["code", "state", "iss", "error", "error_description", "error_uri"];

/**
 * Validates the parameters of the redirect.
 * The issuer is compared before anything else is read: not even an error of another issuer is shown.
 * @returns the problem, or undefined if the redirect holds a code
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#authorization-response-validation
 */
export function validateCallback(
  parameters: URLSearchParams,
  pending: PendingAuthorization,
): AuthorizationProblem | undefined {
  for (const parameter of singleParameters) {
    if (parameters.getAll(parameter).length > 1) {
      return authorizationViolation("duplicate-parameter", "authorization-endpoint", { parameter });
    }
  }
  const state = parameters.get("state");
  if (state === null) return authorizationViolation("no-state", "csrf");
  if (state !== pending.state) return authorizationViolation("state-mismatch", "csrf");

  const expected = pending.server.issuer;
  const found = parameters.get("iss");
  if (found === null && pending.server.sendsIssuer) {
    return authorizationViolation("response-issuer-missing", "issuer", { expected });
  }
  if (found !== null && !isExpectedIssuer(found, pending.server)) {
    return authorizationViolation("response-issuer-mismatch", "issuer", { expected, found });
  }
  const error = parameters.get("error");
  if (error !== null) {
    const said = (parameter: string) =>
      parameters.get(parameter)?.slice(0, maximumErrorText) ?? null;
    return authorizationViolation("authorization-refused", "authorization-error", {
      error: said("error"),
      description: said("error_description"),
      uri: said("error_uri"),
    });
  }
  const code = parameters.get("code");
  return code === null || code === ""
    ? authorizationViolation("no-code", "authorization-response")
    : undefined;
}

/**
 * Compares exactly if metadata or the user named the issuer; with default or entered endpoints,
 * only the origin is known.
 */
function isExpectedIssuer(found: string, server: ServerMetadata): boolean {
  const { origin, issuer, authorizationEndpoint = "", tokenEndpoint } = server;
  switch (origin) {
    case "document":
    case "entered":
      return found === issuer;
    case "default":
      return found === issuer || found === `${issuer}/`;
    case "entered-endpoints": {
      // the issuer was not entered, but it must share an origin with the entered endpoints
      const place = URL.parse(found)?.origin;
      const own = [authorizationEndpoint, tokenEndpoint].map((url) => URL.parse(url)?.origin);
      return place !== undefined && own.includes(place);
    }
  }
}
