/** Asks before a secret that the user entered is first sent to an authorization server, and binds it to that server. */
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { Binding, EnteredSecret } from "../authorizationStores.ts";
import { canonicalResource } from "../discovery/canonicalResource.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { withoutQuery } from "../discovery/urls.ts";
import type { StepContext } from "../flow/flowContext.ts";

interface SecretUse {
  /** Undefined for a client without a secret, which is bound without a question. */
  readonly secret: EnteredSecret | undefined;
  /** Empty for a secret that belongs to no client. */
  readonly clientId: string;
  /** The metadata member that names the endpoint that gets the secret first. */
  readonly member: "token_endpoint" | "registration_endpoint";
  readonly isIssuerNamed: boolean;
}

/**
 * Asks unless the user has named this issuer or this endpoint, or has agreed before. The binding is
 * stored before anything is sent.
 * @returns the problem if the user declined
 */
export async function allowSecret(
  context: StepContext,
  server: ServerMetadata,
  { secret, clientId, member, isIssuerNamed }: SecretUse,
): Promise<AuthorizationProblem | undefined> {
  const { options } = context;
  const url = endpointOf(server, member);
  const resource = canonicalResource(options.serverUrl);
  const { issuer } = server;
  const binding: Binding = {
    clientId,
    issuer,
    ...(secret ? { secret, origin: new URL(url).origin } : {}),
  };
  const bindings = await options.bindings.read(resource);
  if (bindings.some((each) => isSame(each, binding))) return undefined;
  if (secret && !isIssuerNamed && !isEndpointEntered(context, member, url)) {
    const from = withoutQuery(options.serverUrl);
    const question = { kind: "send-secret", secret, clientId, member, url, issuer, from } as const;
    if (!(await context.confirm(question))) {
      return authorizationViolation("secret-declined", "mcp-binding", { secret, value: url });
    }
  }
  await options.bindings.write(resource, [...bindings, binding]);
  return undefined;
}

/** The issuer that a client was first used with, if it was entered without one. */
export async function boundIssuer(
  { options }: Pick<StepContext, "options">,
  clientId: string,
): Promise<string | undefined> {
  const bindings = await options.bindings.read(canonicalResource(options.serverUrl));
  return bindings.find((each) => each.clientId === clientId)?.issuer;
}

function endpointOf(server: ServerMetadata, member: SecretUse["member"]): string {
  return (
    (member === "registration_endpoint" ? server.registrationEndpoint : undefined) ??
    server.tokenEndpoint
  );
}

function isEndpointEntered(
  { options }: StepContext,
  member: SecretUse["member"],
  url: string,
): boolean {
  const { endpoints } = options.settings();
  const entered =
    member === "token_endpoint" ? endpoints?.tokenEndpoint : endpoints?.registrationEndpoint;
  return entered === url;
}

function isSame(one: Binding, other: Binding): boolean {
  return (
    one.secret === other.secret &&
    one.clientId === other.clientId &&
    one.issuer === other.issuer &&
    one.origin === other.origin
  );
}
