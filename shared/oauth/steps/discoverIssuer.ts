/** Step 2: chooses the authorization server and fetches its metadata. */

import {
  type AuthorizationProblem,
  authorizationViolation,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { Header } from "../../protocol/headers.ts";
import type { EnteredEndpoints } from "../authorizationSettings.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import {
  defaultServer,
  enteredServer,
  validateServerMetadata,
} from "../discovery/serverMetadata.ts";
import { checkUrl } from "../discovery/urls.ts";
import { type MetadataLocation, serverMetadataLocations } from "../discovery/wellKnown.ts";
import { markedRequest } from "../flow/exchange.ts";
import type { StepContext, StepFunction } from "../flow/flowContext.ts";
import { findViolation } from "../flow/validated.ts";
import { boundIssuer } from "./allowSecret.ts";
import { confirmUrl } from "./confirmUrl.ts";
import { validateServer } from "./validateServer.ts";

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery */
export const discoverIssuer: StepFunction = async (context) => {
  const { flowContext, settings } = context;
  if (settings.endpoints) return acceptEnteredEndpoints(context, settings.endpoints, "settings");
  const metadata = flowContext.resource;
  if (!metadata) return discoverAtOrigin(context);
  const issuer = await chooseIssuer(context, metadata.authorizationServers);
  if (typeof issuer !== "string") return issuer;
  const declined = await confirmUrl(context, "authorization_servers", issuer, undefined);
  if (declined) return declined;
  const candidate = await fetchMetadata(context, searchFor(issuer));
  return "code" in candidate ? candidate : acceptServer(context, candidate);
};

/** Confirms the endpoints of metadata that was fetched again by resending a request. */
export async function revalidateMetadata(
  context: StepContext,
): Promise<AuthorizationProblem | undefined> {
  const { flowContext } = context;
  return flowContext.candidate ? acceptServer(context, flowContext.candidate) : undefined;
}

/** Uses metadata once its endpoints are confirmed. */
async function acceptServer(
  context: StepContext,
  candidate: ServerMetadata,
): Promise<AuthorizationProblem | undefined> {
  const problem = await validateServer(context, candidate);
  if (!problem) context.flowContext.server = candidate;
  return problem;
}

/** Fetches the metadata that mismatched resource metadata points to, only to show it; no value of it is used. */
export async function previewMetadata(context: StepContext): Promise<void> {
  const [issuer, another] = context.flowContext.mismatchedResource?.authorizationServers ?? [];
  if (issuer === undefined || another !== undefined) return;
  const quiet: StepContext = { ...context, confirm: async () => false };
  if (await confirmUrl(quiet, "authorization_servers", issuer, undefined)) return;
  await fetchMetadata(quiet, searchFor(issuer), () => {});
}

/** Where the metadata of an authorization server may be. */
interface MetadataSearch {
  readonly locations: readonly MetadataLocation[];
  /** The issuers that the metadata may name. */
  readonly issuers: readonly string[];
  readonly headers: readonly Header[];
}

function searchFor(issuer: string): MetadataSearch {
  return { locations: serverMetadataLocations(issuer), issuers: [issuer], headers: [] };
}

/** Tries the locations in order. The first metadata document found must be valid: no other location is tried after it. */
async function fetchMetadata(
  context: StepContext,
  { locations, issuers, headers }: MetadataSearch,
  onFound = (candidate: ServerMetadata) => {
    context.flowContext.candidate = candidate;
  },
): Promise<ServerMetadata | AuthorizationProblem> {
  const { step, options, settings } = context;
  const rules = {
    serverUrl: options.serverUrl,
    issuers,
    needsVisit: settings.grantType.kind === "authorization-code",
  };
  for (const { url, kind } of locations) {
    const validated = await context.attempt({
      purpose: kind === "oauth" ? "oauth-metadata" : "openid-metadata",
      request: markedRequest("GET", url, [["accept", "application/json"], ...headers]),
      validate: (answer) => validateServerMetadata(answer, rules),
      accept(server) {
        onFound(server);
        step.choose("metadata-url", url, "announced");
      },
    });
    const rejection = findViolation(validated.problems);
    if (validated.value && !rejection) return validated.value;
    if (rejection && (validated.isDocument || rejection.code === "cancelled")) return rejection;
  }
  const tried = locations.map(({ url }) => url).join(" ");
  const evidence = { issuer: issuers[0] ?? "", tried };
  return authorizationViolation("no-server-metadata", "mcp-metadata-discovery", evidence);
}

async function chooseIssuer(
  context: StepContext,
  issuers: readonly string[],
): Promise<string | AuthorizationProblem> {
  const { flowContext, step, settings, options, need, signal } = context;
  const choose = (issuer: string, because: Parameters<typeof step.choose>[2]) => {
    step.choose("issuer", issuer, because);
    return issuer;
  };
  const [only = ""] = issuers;
  if (issuers.length === 1) return choose(only, "only-one");
  const { client } = settings;
  const bound = client && (client.issuer ?? (await boundIssuer(context, client.clientId)));
  for (const wanted of [settings.issuer, bound]) {
    if (wanted !== undefined && issuers.includes(wanted)) return choose(wanted, "settings");
  }
  const before = flowContext.before?.server.issuer;
  if (before !== undefined && issuers.includes(before)) return choose(before, "kept");
  const chosen = await need({ kind: "issuer", issuers }, () =>
    options.promptHandler.chooseIssuer(issuers, signal),
  );
  if (chosen === undefined || !issuers.includes(chosen)) {
    return authorizationViolation("no-issuer-chosen", "mcp-discovery");
  }
  return choose(chosen, "chosen");
}

/** @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#server-metadata-discovery */
async function discoverAtOrigin(context: StepContext): Promise<AuthorizationProblem | undefined> {
  const { flowContext, step, options, need, signal } = context;
  const { serverUrl, promptHandler } = options;
  const { origin } = new URL(serverUrl);
  const revision = options.revision();
  const isOld = revision === "2025-03-26" || revision === "2024-11-05";
  const headers: Header[] = isOld ? [["mcp-protocol-version", revision]] : [];
  // both forms have the same metadata URL, and nothing says which one is the issuer
  const issuers = [origin, `${origin}/`];
  const locations = serverMetadataLocations(origin);
  const candidate = await fetchMetadata(context, { locations, issuers, headers });
  if (!("code" in candidate)) {
    step.choose("issuer", candidate.issuer, "server-origin");
    return acceptServer(context, candidate);
  }
  if (candidate.code !== "no-server-metadata") return candidate;
  const isUnknown = revision === undefined || revision === "auto";
  // only 2025-03-26 lets a client use endpoints that no document names
  if (isOld || (isUnknown && (await context.confirm({ kind: "default-endpoints", origin })))) {
    step.problem(warning("no-server-metadata", "mcp-fallbacks", candidate.evidence));
    flowContext.server = defaultServer(serverUrl);
    step.choose("issuer", flowContext.server.issuer, "default-endpoints");
    step.choose("pkce", "S256", "default-endpoints");
    return undefined;
  }
  const entered = await need({ kind: "endpoints" }, () =>
    promptHandler.enterEndpoints({ serverUrl, because: candidate }, signal),
  );
  return entered ? acceptEnteredEndpoints(context, entered, "entered") : candidate;
}

function acceptEnteredEndpoints(
  { flowContext, step, options }: StepContext,
  entered: EnteredEndpoints,
  because: "settings" | "entered",
): AuthorizationProblem | undefined {
  const { serverUrl } = options;
  const named = [
    ["authorization_endpoint", entered.authorizationEndpoint],
    ["token_endpoint", entered.tokenEndpoint],
    ["registration_endpoint", entered.registrationEndpoint],
  ] as const;
  for (const [member, value] of named) {
    if (!value && member !== "token_endpoint") continue;
    const why = checkUrl(value ?? "", { serverUrl });
    if (why === undefined) continue;
    return authorizationViolation("unusable-url", "server-metadata", {
      member,
      value: value ?? "",
      why,
    });
  }
  flowContext.server = enteredServer(entered);
  step.choose("issuer", flowContext.server.issuer, because);
  step.choose("pkce", "S256", because);
  return undefined;
}
