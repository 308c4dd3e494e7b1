/** Sends requests to token endpoints, for all grant types. */
import type * as oauth from "oauth4webapi";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { RegisteredClient } from "../authorizationStores.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { compose, type LibraryOptions, libraryServer } from "../flow/composeRequests.ts";
import type { FlowRequest, Purpose } from "../flow/flow.ts";
import type { StepContext } from "../flow/flowContext.ts";
import { findViolation } from "../flow/validated.ts";
import { clientAuthOf } from "./clientAuth.ts";
import { type IssuedToken, readError, validateTokenResponse } from "./tokenResponse.ts";

interface TokenRequestOptions extends LibraryOptions {
  readonly DPoP?: oauth.DPoPHandle;
}

/** Calls the function of the library for one grant type. */
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

/**
 * Sends a token request, and repeats it once where the server asks for a DPoP nonce.
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-8
 */
export async function requestToken(
  context: StepContext,
  request: TokenRequest,
  accept: (token: IssuedToken) => void | Promise<void>,
): Promise<AuthorizationProblem | undefined> {
  const { options, dpop } = context;
  const { server, purpose, dpopKeys } = request;
  const isBound = dpopKeys !== undefined;
  for (let isLast = false; ; isLast = true) {
    const composed = await composeRequest(context, request);
    if ("code" in composed) return composed;
    let isNonceWanted = false;
    const validated = await context.attempt({
      purpose,
      request: composed,
      validate(answer) {
        const isNew = dpop.storeNonce(server.tokenEndpoint, answer.headers);
        isNonceWanted = isBound && isNew && readError(answer)?.error === "use_dpop_nonce";
        return validateTokenResponse(answer, {
          wallClock: options.wallClock(),
          asked: request.asked,
          resource: request.resource,
          wantsDpop: isBound,
          mayBeNoAccessToken: request.mayBeNoAccessToken ?? false,
        });
      },
      accept,
    });
    if (!isNonceWanted || isLast) return findViolation(validated.problems);
  }
}

async function composeRequest(
  { dpop, settings }: StepContext,
  { server, client, dpopKeys, make }: TokenRequest,
): Promise<FlowRequest | AuthorizationProblem> {
  const library = libraryServer(server);
  const auth =
    client.clientId === "" ? () => {} : await clientAuthOf(client, settings.client?.privateKey);
  if ("why" in auth) {
    const isKey = client.authMethod === "private_key_jwt";
    const section = isKey ? "private-key-jwt" : "client-authentication";
    return authorizationViolation("unusable-key", section, { ...auth });
  }
  // the library requires a client id even for anonymous clients
  const who = { client_id: client.clientId || "none" };
  const bound = dpopKeys ? { DPoP: dpop.handle(dpopKeys) } : {};
  return compose((options) => make(library, who, auth, { ...options, ...bound }));
}

/** The `resource` parameter of a token request, or no parameter. */
export function resourceParameter(indicator: string | undefined): Record<string, string> {
  return indicator === undefined ? {} : { resource: indicator };
}
