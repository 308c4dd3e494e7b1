/** Confirms an authorization server's endpoints and PKCE support before anything is sent to them. */

import {
  type AuthorizationProblem,
  authorizationViolation,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import type { StepContext } from "../flow/flowContext.ts";
import { confirmUrl } from "./confirmUrl.ts";

const grantTypeNames = {
  "authorization-code": "authorization_code",
  "client-credentials": "client_credentials",
  enterprise: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  workload: "urn:ietf:params:oauth:grant-type:jwt-bearer",
} as const;

/** Warns where the grant type is not announced. Only a warning: many servers announce less than they support. */
function checkGrantTypes(
  { step, settings }: StepContext,
  { grantTypesSupported: found }: ServerMetadata,
) {
  const wanted = grantTypeNames[settings.grantType.kind];
  if (!found || found.includes(wanted)) return;
  const member = "grant_types_supported";
  step.problem(
    warning("not-supported", "server-metadata", { member, found: found.join(" "), wanted }),
  );
}

/**
 * Confirms each endpoint, then checks that PKCE with S256 is announced, and asks the user if it is
 * not.
 * @returns the problem that ends the flow, if any
 */
export async function validateServer(
  context: StepContext,
  server: ServerMetadata,
): Promise<AuthorizationProblem | undefined> {
  const { step, settings } = context;
  const endpoints = [
    ["authorization_endpoint", server.authorizationEndpoint],
    ["token_endpoint", server.tokenEndpoint],
    ["registration_endpoint", server.registrationEndpoint],
    ["revocation_endpoint", server.revocationEndpoint],
  ] as const;
  for (const [member, url] of endpoints) {
    const declined =
      url === undefined ? undefined : await confirmUrl(context, member, url, server.issuer);
    if (declined) return declined;
  }
  checkGrantTypes(context, server);
  if (settings.grantType.kind !== "authorization-code") return undefined;
  const methods = server.codeChallengeMethods;
  if (methods?.includes("S256")) {
    step.choose("pkce", "S256", "announced");
    return undefined;
  }
  const evidence = { issuer: server.issuer, found: methods?.join(" ") ?? null };
  const problem = authorizationViolation("pkce-not-announced", "mcp-pkce", evidence);
  const because = settings.withoutPkceAnnounced
    ? "settings"
    : (await context.confirm({ kind: "no-pkce", issuer: server.issuer }))
      ? "agreed"
      : undefined;
  if (because === undefined) return problem;
  step.problem({ ...problem, severity: "warning" });
  step.choose("pkce", "S256", because);
  return undefined;
}
