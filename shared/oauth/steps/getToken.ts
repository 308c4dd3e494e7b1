/** Step 5: the token, by whichever way was chosen. */
import * as oauth from "oauth4webapi";
import { canonicalResource } from "../canonicalResource.ts";
import { clientAuthOf } from "../clientAuth.ts";
import { compose, type LibraryOptions, libraryServer } from "../compose.ts";
import type { Run, TakeStep } from "../course.ts";
import { createDpopKeys } from "../dpop.ts";
import type { FlowRequest, Purpose } from "../flow.ts";
import { worst } from "../judged.ts";
import type { ServerMetadata } from "../metadata.ts";
import { type Problem, violation } from "../problem.ts";
import type { AuthorizationSettings } from "../settings.ts";
import type { Grant, RegisteredClient } from "../stores.ts";
import { type IssuedToken, judgeTokenAnswer, readError } from "../tokenAnswer.ts";

/** What the library is given for a request to a token endpoint. */
export interface TokenRequestOptions extends LibraryOptions {
  readonly DPoP?: oauth.DPoPHandle;
}

/** What a grant sends, in the library's terms. */
export type MakeTokenRequest = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  auth: oauth.ClientAuth,
  options: TokenRequestOptions,
) => Promise<unknown>;

export interface TokenRequest {
  readonly purpose: Purpose;
  readonly server: ServerMetadata;
  readonly client: RegisteredClient;
  readonly make: MakeTokenRequest;
  readonly dpopKeys: CryptoKeyPair | undefined;
  readonly asked: readonly string[];
  readonly resource: string | undefined;
  readonly mayBeNoAccessToken?: boolean;
}

/** Takes over a token that was issued. */
export type AcceptGrant = (grant: Grant) => Promise<void>;

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

/**
 * Renews a grant by its refresh token.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-6
 */
export function renew(
  run: Run,
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

/**
 * Sends a request to a token endpoint, once more where it is refused for want of a nonce.
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-8
 */
async function askForToken(
  run: Run,
  request: TokenRequest,
  accept: (token: IssuedToken) => void | Promise<void>,
): Promise<Problem | undefined> {
  const { options, dpop, settings } = run;
  const { server, make, purpose, dpopKeys } = request;
  const isBound = dpopKeys !== undefined;
  for (let isLast = false; ; isLast = true) {
    const composed = await composeRequest(run, settings, request, make);
    if ("code" in composed) return composed;
    let isNonceWanted = false;
    const judged = await run.attempt({
      purpose,
      request: composed,
      judge(answer) {
        const isNew = dpop.heard(server.tokenEndpoint, answer.headers);
        isNonceWanted = isBound && isNew && readError(answer)?.error === "use_dpop_nonce";
        return judgeTokenAnswer(answer, {
          today: options.today(),
          asked: request.asked,
          resource: request.resource,
          wantsDpop: isBound,
          mayBeNoAccessToken: request.mayBeNoAccessToken ?? false,
        });
      },
      accept,
    });
    if (!isNonceWanted || isLast) return worst(judged.problems);
  }
}

async function composeRequest(
  { dpop }: Run,
  settings: AuthorizationSettings,
  { server, client, dpopKeys }: TokenRequest,
  make: MakeTokenRequest,
): Promise<FlowRequest | Problem> {
  const library = libraryServer(server);
  let auth: oauth.ClientAuth;
  try {
    auth =
      client.clientId === "" ? () => {} : await clientAuthOf(client, settings.client?.privateKey);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isKey = client.authMethod === "private_key_jwt";
    const section = isKey ? "private-key-jwt" : "client-authentication";
    return violation("unusable-key", section, { reason });
  }
  // the library wants a name even where the client has none
  const who = { client_id: client.clientId || "none" };
  const bound = dpopKeys ? { DPoP: dpop.handle(dpopKeys) } : {};
  return compose((options) => make(library, who, auth, { ...options, ...bound }));
}

/** @see https://www.rfc-editor.org/rfc/rfc7523#section-2.1 */
function askByAssertion(
  run: Run,
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

/**
 * Exchanges the identity provider's ID token for a grant that the authorization server takes.
 * @returns the grant (an ID-JAG), or what went wrong
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-2.1
 */
async function exchangeIdToken(
  run: Run,
  way: Extract<AuthorizationSettings["way"], { kind: "enterprise" }>,
  audience: string,
): Promise<string | Problem> {
  const { course } = run;
  if (!way.idToken) return violation("not-entered", "mcp-enterprise", { what: "subject_token" });
  const tokenType = "urn:ietf:params:oauth:token-type";
  const parameters = {
    requested_token_type: `${tokenType}:id-jag`,
    audience,
    ...(course.indicator === undefined ? {} : { resource: course.indicator }),
    ...(course.scopes.length > 0 ? { scope: course.scopes.join(" ") } : {}),
    subject_token: way.idToken,
    subject_token_type: way.subjectTokenType ?? `${tokenType}:id_token`,
  };
  const idp: ServerMetadata = {
    issuer: new URL(way.idpTokenEndpoint).origin,
    origin: "entered",
    authorizationEndpoint: undefined,
    tokenEndpoint: way.idpTokenEndpoint,
    registrationEndpoint: undefined,
    revocationEndpoint: undefined,
    scopesSupported: undefined,
    grantTypesSupported: undefined,
    codeChallengeMethods: undefined,
    authMethods: undefined,
    dpopAlgorithms: undefined,
    sendsIssuer: false,
    takesMetadataDocuments: false,
  };
  const client: RegisteredClient = {
    issuer: idp.issuer,
    clientId: way.idpClientId,
    ...(way.idpClientSecret ? { clientSecret: way.idpClientSecret } : {}),
    authMethod: way.idpClientSecret ? "client_secret_post" : "none",
    registered: "entered",
    redirectUris: [],
  };
  let grant: string | undefined;
  const problem = await askForToken(
    run,
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
  return problem ?? grant ?? violation("missing-member", "token-exchange-response");
}

/** Keys for a bound token, where one is wanted. */
async function chooseDpop(
  { course, settings, step }: Run,
  server: ServerMetadata,
): Promise<CryptoKeyPair | undefined> {
  const isAsked = course.challenge?.scheme === "dpop";
  const isNeeded = course.resource?.needsDpop ?? false;
  if (settings.dpop === "never" || (settings.dpop === "auto" && !isAsked && !isNeeded)) {
    return undefined;
  }
  const because =
    settings.dpop === "always" ? "settings" : isAsked ? "challenge" : "resource-metadata";
  const keys = await createDpopKeys(server);
  step.choose("dpop", keys.publicKey.algorithm.name, because);
  return keys;
}

function grantOf(
  { course, options }: Run,
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

function parametersOf({ course }: Run): Record<string, string> {
  return {
    ...indicatorOf(course.indicator),
    ...(course.scopes.length > 0 ? { scope: course.scopes.join(" ") } : {}),
  };
}

function indicatorOf(indicator: string | undefined): Record<string, string> {
  return indicator === undefined ? {} : { resource: indicator };
}
