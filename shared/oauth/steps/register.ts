/** Step 3: chooses or registers the client, in the specification's order: entered, metadata document, dynamic, entered on request. */
import * as oauth from "oauth4webapi";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { EnteredClient } from "../authorizationSettings.ts";
import type { RegisteredClient } from "../authorizationStores.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { checkUrl } from "../discovery/urls.ts";
import { compose, libraryServer } from "../flow/composeRequests.ts";
import type { StepContext, StepFunction } from "../flow/flowContext.ts";
import { findViolation } from "../flow/validated.ts";
import { enteredClient } from "../token/clientAuth.ts";
import { registeredMetadata, validateRegistration } from "../token/registration.ts";
import { allowSecret, boundIssuer } from "./allowSecret.ts";

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration */
export const register: StepFunction = async (context) => {
  const { flowContext, step, settings, options } = context;
  const { server } = flowContext;
  if (!server) throw new Error("Discover the issuer before registering");
  if (settings.client) {
    // a client is never used with another issuer than the one it was entered for or first used with
    const issuer = settings.client.issuer ?? settings.issuer;
    const owner = issuer ?? (await boundIssuer(context, settings.client.clientId));
    return acceptEnteredClient(context, server, settings.client, {
      because: "settings",
      owner,
      isIssuerNamed: issuer !== undefined,
    });
  }

  const { grantType, metadataDocumentUrl, redirectUri } = settings;
  if (grantType.kind === "workload") {
    // the assertion identifies the client
    if (grantType.assertion) {
      const declined = await allowSecret(context, server, {
        secret: "assertion",
        clientId: "",
        member: "token_endpoint",
        isIssuerNamed: settings.issuer === server.issuer,
      });
      if (declined) return declined;
    }
    flowContext.client = anonymousClient(server);
    step.choose("registration", "none", "settings");
    return undefined;
  }
  if (grantType.kind === "authorization-code") {
    if (metadataDocumentUrl && server.takesMetadataDocuments) {
      return acceptMetadataDocument(context, server, metadataDocumentUrl);
    }
    const kept = await options.clients.read(server.issuer);
    if (kept && isUsable(kept, redirectUri, options.wallClock())) {
      flowContext.client = kept;
      flowContext.isClientStored = true;
      step.choose("registration", kept.registered, "kept");
      step.choose("client-authentication", kept.authMethod, "kept");
      return undefined;
    }
    if (server.registrationEndpoint) {
      const problem = await registerDynamically(context, server);
      if (problem?.code !== "registration-refused" && problem?.code !== "unreachable")
        return problem;
      return askForClient(context, server, problem);
    }
  }
  return askForClient(context, server, undefined);
};

interface ClientOrigin {
  readonly because: "settings" | "entered";
  /** The only issuer that it may be used with; undefined if it has not been used yet. */
  readonly owner: string | undefined;
  /** Whether the user saw or named the issuer when entering the client. */
  readonly isIssuerNamed: boolean;
}

async function acceptEnteredClient(
  context: StepContext,
  server: ServerMetadata,
  entered: EnteredClient,
  { because, owner, isIssuerNamed }: ClientOrigin,
): Promise<AuthorizationProblem | undefined> {
  const { flowContext, step, settings, options } = context;
  if (owner && owner !== server.issuer) {
    const evidence = { expected: owner, found: server.issuer };
    return authorizationViolation("client-of-other-issuer", "mcp-binding", evidence);
  }
  const client = enteredClient(entered, server, settings.redirectUri);
  if (!client) {
    const announced = server.authMethods?.join(" ") ?? "";
    return authorizationViolation("no-client-authentication", "client-authentication", {
      announced,
    });
  }
  const declined = await allowSecret(context, server, {
    secret: entered.clientSecret ? "client-secret" : undefined,
    clientId: client.clientId,
    member: "token_endpoint",
    isIssuerNamed,
  });
  if (declined) return declined;
  flowContext.client = client;
  step.choose("registration", client.clientId, because);
  step.choose(
    "client-authentication",
    client.authMethod,
    entered.authMethod ? because : server.authMethods ? "announced" : "not-announced",
  );
  if (because === "entered") await options.clients.write(client);
  return undefined;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration#client-id-metadata-documents */
function acceptMetadataDocument(
  { flowContext, step, settings, options }: StepContext,
  server: ServerMetadata,
  url: string,
): AuthorizationProblem | undefined {
  const why = checkUrl(url, { serverUrl: options.serverUrl });
  const { protocol, pathname } = URL.parse(url) ?? { protocol: "", pathname: "/" };
  if (why !== undefined || protocol !== "https:" || pathname === "/") {
    return authorizationViolation("unusable-url", "mcp-client-metadata", {
      member: "client_id",
      value: url,
      why: why ?? (protocol === "https:" ? "no-path" : "not-https"),
    });
  }
  flowContext.client = {
    issuer: server.issuer,
    clientId: url,
    authMethod: "none",
    registered: "metadata-document",
    redirectUris: [settings.redirectUri],
  };
  step.choose("registration", url, "announced");
  step.choose("client-authentication", "none", "announced");
  return undefined;
}

async function registerDynamically(
  context: StepContext,
  server: ServerMetadata,
): Promise<AuthorizationProblem | undefined> {
  const { flowContext, step, settings, options } = context;
  if (settings.initialAccessToken) {
    const declined = await allowSecret(context, server, {
      secret: "initial-access-token",
      clientId: "",
      member: "registration_endpoint",
      isIssuerNamed: settings.issuer === server.issuer,
    });
    if (declined) return declined;
  }
  const request = await compose((library) =>
    oauth.dynamicClientRegistrationRequest(
      libraryServer(server),
      registeredMetadata(settings, server),
      {
        ...library,
        ...(settings.initialAccessToken ? { initialAccessToken: settings.initialAccessToken } : {}),
      },
    ),
  );
  const validated = await context.attempt({
    purpose: "registration",
    request,
    validate: (answer) =>
      validateRegistration(answer, server, settings.redirectUri, options.wallClock()),
    async accept(client) {
      flowContext.client = client;
      flowContext.isClientStored = false;
      step.choose("registration", client.clientId, "registered");
      const isSaid = server.authMethods !== undefined;
      step.choose("client-authentication", client.authMethod, isSaid ? "announced" : "registered");
      await options.clients.write(client);
    },
  });
  return findViolation(validated.problems);
}

async function askForClient(
  context: StepContext,
  server: ServerMetadata,
  because: AuthorizationProblem | undefined,
): Promise<AuthorizationProblem | undefined> {
  const { options, need, signal } = context;
  const { issuer } = server;
  const entered = await need({ kind: "client", issuer }, () =>
    options.promptHandler.enterClient({ issuer, because }, signal),
  );
  if (entered) {
    return acceptEnteredClient(context, server, entered, {
      because: "entered",
      owner: entered.issuer,
      isIssuerNamed: entered.issuer !== undefined,
    });
  }
  return because ?? authorizationViolation("no-client", "mcp-registration", { issuer });
}

function isUsable(client: RegisteredClient, redirectUri: string, wallClock: number): boolean {
  const { redirectUris, secretExpiresAt } = client;
  return (
    redirectUris.includes(redirectUri) && (secretExpiresAt ?? Number.POSITIVE_INFINITY) > wallClock
  );
}

function anonymousClient({ issuer }: ServerMetadata): RegisteredClient {
  const registered = "entered";
  return { issuer, clientId: "", authMethod: "none", registered, redirectUris: [] };
}
