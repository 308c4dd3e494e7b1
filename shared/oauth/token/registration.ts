/** Dynamic client registration: request metadata, validation of the response, deletion of the client. */

import { isLoopbackHost } from "../../core/text/addresses.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { AuthorizationSettings } from "../authorizationSettings.ts";
import type { ClientStore, RegisteredClient } from "../authorizationStores.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import type { FlowAnswer } from "../flow/flow.ts";
import {
  createMemberReader,
  failedValidation,
  findViolation,
  readJsonObject,
  type Validated,
} from "../flow/validated.ts";
import { chooseAuthMethod, methodToRegister } from "./clientAuth.ts";
import { errorEvidence, readError } from "./tokenResponse.ts";

/**
 * The metadata of this client for a registration request.
 * @see https://www.rfc-editor.org/rfc/rfc7591#section-2
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration#application-type-and-redirect-uri-constraints
 */
export function registeredMetadata(settings: AuthorizationSettings, server: ServerMetadata) {
  const { redirectUri, clientName, clientUri } = settings;
  const isNative = isLoopbackHost(new URL(redirectUri).hostname);
  return {
    client_name: clientName,
    ...(clientUri ? { client_uri: clientUri } : {}),
    application_type: isNative ? "native" : "web",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: methodToRegister(server.authMethods),
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc7591#section-3.2 */
export function validateRegistration(
  answer: FlowAnswer,
  server: ServerMetadata,
  redirectUri: string,
  now: number,
): Validated<RegisteredClient> {
  const { status, url } = answer;
  if (status < 200 || status > 299) {
    const error = readError(answer);
    const evidence = { status, ...(error ? errorEvidence(error) : { url }) };
    return failedValidation("registration-refused", "registration-error", evidence);
  }
  const section = "registration-response";
  const { value: object, problems } = readJsonObject(answer, section);
  if (!object) return { value: undefined, problems };
  const read = createMemberReader(object, section, url);
  const clientId = read.string("client_id", "required");
  const clientSecret = read.string("client_secret", "optional");
  const secretEnd = read.count("client_secret_expires_at");
  const redirectUris = read.strings("redirect_uris");
  const registeredMethod = read.string("token_endpoint_auth_method", "optional");
  const found: AuthorizationProblem[] = [...problems, ...read.problems];
  if (status !== 201) found.push(warning("http-status", section, { url, status }));
  if (redirectUris && redirectUris.length > 0 && !redirectUris.includes(redirectUri)) {
    const evidence = { member: "redirect_uris", asked: redirectUri, found: redirectUris.join(" ") };
    found.push(authorizationViolation("registration-changed", section, evidence));
  }
  if (clientSecret !== undefined && secretEnd === undefined) {
    found.push({
      code: "missing-member",
      severity: "note",
      section,
      evidence: { member: "client_secret_expires_at", url },
    });
  }
  const secretExpiresAt = secretEnd ? secretEnd * 1000 : undefined;
  if (secretExpiresAt !== undefined && secretExpiresAt <= now) {
    found.push(authorizationViolation("client-secret-expired", section, { at: secretExpiresAt }));
  }
  const has = { secret: clientSecret !== undefined, key: false };
  const authMethod = chooseAuthMethod(has, registeredMethod, server.authMethods);
  if (authMethod === undefined) {
    const announced = server.authMethods?.join(" ") ?? "";
    found.push(
      authorizationViolation("no-client-authentication", "client-authentication", { announced }),
    );
  }
  if (clientId === undefined || authMethod === undefined || findViolation(found)) {
    return { value: undefined, problems: found };
  }
  const value: RegisteredClient = {
    issuer: server.issuer,
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
    authMethod,
    registered: "dynamic",
    redirectUris: [redirectUri],
  };
  return { value, problems: found };
}

/** Deletes a client that its authorization server no longer knows, unless another one has replaced it. */
export async function forgetClient(clients: ClientStore, client: RegisteredClient): Promise<void> {
  const stored = await clients.read(client.issuer);
  if (stored?.clientId === client.clientId) await clients.remove(client.issuer);
}
