/** Step 4: authorization request and redirect. */
import * as oauth from "oauth4webapi";
import { toBase64Url } from "../../core/base64.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import { canonicalResource } from "../discovery/canonicalResource.ts";
import { chooseScopes } from "../discovery/scopes.ts";
import { libraryServer } from "../flow/composeRequests.ts";
import { isDpopNeeded, type StepContext, type StepFunction } from "../flow/flowContext.ts";
import { validateCallback } from "../token/authorizationResponse.ts";
import type { AuthorizationRedirect, PendingAuthorization } from "../userPrompts.ts";

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1 */
export const authorize: StepFunction = async (context) => {
  const { flowContext, step, settings, options, signal } = context;
  const { server, client } = flowContext;
  if (!server || !client) throw new Error("Register before authorizing");
  selectScopes(context);
  if (settings.grantType.kind !== "authorization-code") {
    step.state({ kind: "skipped" });
    return undefined;
  }
  const endpoint = server.authorizationEndpoint;
  if (endpoint === undefined) {
    const evidence = { member: "authorization_endpoint", url: server.issuer };
    return authorizationViolation("missing-member", "server-metadata", evidence);
  }
  const pending: PendingAuthorization = {
    serverUrl: options.serverUrl,
    resource: canonicalResource(options.serverUrl),
    indicator: flowContext.indicator,
    server,
    client,
    redirectUri: settings.redirectUri,
    state: toBase64Url(options.randomBytes(32)),
    verifier: toBase64Url(options.randomBytes(32)),
    requestedScopes: flowContext.scopes,
    needsDpop: isDpopNeeded(flowContext),
  };
  const url = await authorizationUrl(endpoint, pending);
  const { state, redirectUri } = pending;
  const visit: AuthorizationRedirect = { url, state, redirectUri, issuer: server.issuer, pending };
  const startedAt = options.clock.now();
  const seen = { url, secrets: stateSpan(url, state), startedAt };
  step.visit({ ...seen, returned: undefined, endedAt: undefined });
  const parameters = await context.need({ kind: "visit", visit }, () =>
    options.promptHandler.visit(visit, signal),
  );
  const returned = parameters && [...parameters.entries()];
  step.visit({ ...seen, returned, endedAt: options.clock.now() });
  if (!parameters) return authorizationViolation("cancelled", "authorization-response");
  return handleCallback(context, pending, parameters);
};

/**
 * Validates the redirect. The library validates it once more, because it only sends token requests
 * for parameters that it has validated itself.
 */
export function handleCallback(
  { flowContext }: Pick<StepContext, "flowContext">,
  pending: PendingAuthorization,
  parameters: URLSearchParams,
): AuthorizationProblem | undefined {
  const problem = validateCallback(parameters, pending);
  if (problem) return problem;
  const { server, client } = pending;
  const relevant = new URLSearchParams(parameters);
  // the issuer is not known for certain without metadata; the other parameters belong to other flows
  if (server.origin !== "document") relevant.delete("iss");
  for (const name of ["response", "id_token", "token"]) relevant.delete(name);
  const library = { client_id: client.clientId };
  flowContext.parameters = oauth.validateAuthResponse(
    libraryServer(server),
    library,
    relevant,
    pending.state,
  );
  flowContext.pending = pending;
  return undefined;
}

/** Chooses the scopes to request. */
function selectScopes({ flowContext, step, settings }: StepContext): void {
  const isVisit = settings.grantType.kind === "authorization-code";
  const chosen = chooseScopes({
    requested: settings.scope,
    challenged: flowContext.challenge?.parameters.get("scope"),
    resourceScopes: flowContext.resource?.scopesSupported,
    serverScopes: isVisit ? flowContext.server?.scopesSupported : undefined,
    before: flowContext.scopesBefore,
  });
  flowContext.scopes = chosen.scopes;
  step.choose("scope", chosen.scopes.join(" "), chosen.because);
  if (chosen.offline) step.choose("offline-access", "offline_access", "announced");
}

/**
 * Parameters in an endpoint's URL that would override the request.
 * @see https://www.rfc-editor.org/rfc/rfc9101#section-5
 */
const conflictingParameters = ["request", "request_uri", "response_mode"];

async function authorizationUrl(endpoint: string, pending: PendingAuthorization): Promise<string> {
  const url = new URL(endpoint);
  const { client, redirectUri, state, verifier, requestedScopes, indicator } = pending;
  const parameters: readonly (readonly [string, string])[] = [
    ["response_type", "code"],
    ["client_id", client.clientId],
    ["redirect_uri", redirectUri],
    ["state", state],
    ["code_challenge", await oauth.calculatePKCECodeChallenge(verifier)],
    ["code_challenge_method", "S256"],
    ...(requestedScopes.length > 0 ? ([["scope", requestedScopes.join(" ")]] as const) : []),
    ...(indicator === undefined ? [] : ([["resource", indicator]] as const)),
    // OpenID Connect providers ignore offline_access without it
    ...(requestedScopes.includes("offline_access") ? ([["prompt", "consent"]] as const) : []),
  ];
  // these would replace the parameters below or change how the code is returned
  for (const name of conflictingParameters) url.searchParams.delete(name);
  // RFC 6749, section 3.1: all other query parameters of the endpoint are kept
  for (const [name, value] of parameters) url.searchParams.set(name, value);
  return url.href;
}

function stateSpan(url: string, state: string) {
  const start = url.indexOf(state);
  return [{ part: "url", start, end: start + state.length, kind: "token" } as const];
}
