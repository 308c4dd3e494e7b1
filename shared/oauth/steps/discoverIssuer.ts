/** Step 2: which authorization server it is, and where its endpoints are. */

import { type Problem, violation, warning } from "../../core/failures/authorizationProblem.ts";
import type { Header } from "../../core/headers.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { defaultServer, enteredServer, judgeServerMetadata } from "../discovery/serverMetadata.ts";
import { urlTrouble } from "../discovery/urls.ts";
import { type Place, serverMetadataPlaces } from "../discovery/wellKnown.ts";
import { markedRequest } from "../flow/exchange.ts";
import type { StepContext, TakeStep } from "../flow/flowContext.ts";
import { worst } from "../flow/validated.ts";
import type { EnteredEndpoints } from "../settings.ts";
import { mayGo } from "./addresses.ts";
import { judgeServer } from "./judgeServer.ts";

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery */
export const discoverIssuer: TakeStep = async (run) => {
  const { course, settings } = run;
  if (settings.endpoints) return takeEntered(run, settings.endpoints, "settings");
  const metadata = course.resource;
  if (!metadata) return discoverAtOrigin(run);
  const issuer = await chooseIssuer(run, metadata.authorizationServers);
  if (typeof issuer !== "string") return issuer;
  const declined = await mayGo(run, "authorization_servers", issuer, undefined);
  if (declined) return declined;
  const found = await tryPlaces(run, serverMetadataPlaces(issuer), [issuer], []);
  return "code" in found ? found : takeFound(run, found);
};

/** The issuer's request was changed and sent again: what it found is judged as it was the first time. */
export async function takeFoundAgain(run: StepContext): Promise<Problem | undefined> {
  const { course } = run;
  return course.found ? takeFound(run, course.found) : undefined;
}

/** Goes on with a document once it is known where its credentials would go. */
async function takeFound(run: StepContext, found: ServerMetadata): Promise<Problem | undefined> {
  const problem = await judgeServer(run, found);
  if (!problem) run.course.server = found;
  return problem;
}

/** Looks at the metadata that a useless document leads to, for the sake of the view; nobody is asked. */
export async function lookOn(run: StepContext): Promise<void> {
  const [issuer, another] = run.course.suspect?.authorizationServers ?? [];
  if (issuer === undefined || another !== undefined) return;
  const quiet: StepContext = { ...run, confirm: async () => false };
  if (await mayGo(quiet, "authorization_servers", issuer, undefined)) return;
  await tryPlaces(quiet, serverMetadataPlaces(issuer), [issuer], [], () => {});
}

/** Tries one place after another until a document is found; that one has to be right. */
async function tryPlaces(
  run: StepContext,
  places: readonly Place[],
  issuers: readonly string[],
  headers: readonly Header[],
  take = (found: ServerMetadata) => {
    run.course.found = found;
  },
): Promise<ServerMetadata | Problem> {
  const { step, options, settings } = run;
  const rules = {
    serverUrl: options.serverUrl,
    issuers,
    needsVisit: settings.way.kind === "authorization-code",
  };
  for (const { url, kind } of places) {
    const judged = await run.attempt({
      purpose: kind === "oauth" ? "oauth-metadata" : "openid-metadata",
      request: markedRequest("GET", url, [["accept", "application/json"], ...headers]),
      judge: (answer) => judgeServerMetadata(answer, rules),
      accept(server) {
        take(server);
        step.choose("metadata-url", url, "announced");
      },
    });
    const bad = worst(judged.problems);
    if (judged.value && !bad) return judged.value;
    if (bad && (judged.isDocument || bad.code === "cancelled")) return bad;
  }
  const tried = places.map(({ url }) => url).join(" ");
  const evidence = { issuer: issuers[0] ?? "", tried };
  return violation("no-server-metadata", "mcp-metadata-discovery", evidence);
}

async function chooseIssuer(
  { course, step, settings, options, need, signal }: StepContext,
  issuers: readonly string[],
): Promise<string | Problem> {
  const choose = (issuer: string, because: Parameters<typeof step.choose>[2]) => {
    step.choose("issuer", issuer, because);
    return issuer;
  };
  const [only = ""] = issuers;
  if (issuers.length === 1) return choose(only, "only-one");
  for (const wanted of [settings.issuer, settings.client?.issuer]) {
    if (wanted !== undefined && issuers.includes(wanted)) return choose(wanted, "settings");
  }
  const before = course.before?.server.issuer;
  if (before !== undefined && issuers.includes(before)) return choose(before, "kept");
  const chosen = await need({ kind: "issuer", issuers }, () =>
    options.agent.chooseIssuer(issuers, signal),
  );
  if (chosen === undefined || !issuers.includes(chosen)) {
    return violation("no-issuer-chosen", "mcp-discovery");
  }
  return choose(chosen, "chosen");
}

/** @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#server-metadata-discovery */
async function discoverAtOrigin(run: StepContext): Promise<Problem | undefined> {
  const { course, step, options, need, signal } = run;
  const { serverUrl, agent } = options;
  const { origin } = new URL(serverUrl);
  const revision = options.revision();
  const isOld = revision === "2025-03-26" || revision === "2024-11-05";
  const headers: Header[] = isOld ? [["mcp-protocol-version", revision]] : [];
  // both forms lead to the same place, and nobody said which one is meant
  const issuers = [origin, `${origin}/`];
  const found = await tryPlaces(run, serverMetadataPlaces(origin), issuers, headers);
  if (!("code" in found)) {
    step.choose("issuer", found.issuer, "server-origin");
    return takeFound(run, found);
  }
  if (found.code !== "no-server-metadata") return found;
  const isUnknown = revision === undefined || revision === "auto";
  // only the oldest revision lets a client write to places that nobody named
  if (isOld || (isUnknown && (await run.confirm({ kind: "default-endpoints", origin })))) {
    step.problem(warning("no-server-metadata", "mcp-fallbacks", found.evidence));
    course.server = defaultServer(serverUrl);
    step.choose("issuer", course.server.issuer, "default-endpoints");
    step.choose("pkce", "S256", "default-endpoints");
    return undefined;
  }
  const entered = await need({ kind: "endpoints" }, () =>
    agent.enterEndpoints({ serverUrl, because: found }, signal),
  );
  return entered ? takeEntered(run, entered, "entered") : found;
}

function takeEntered(
  { course, step, options }: StepContext,
  entered: EnteredEndpoints,
  because: "settings" | "entered",
): Problem | undefined {
  const { serverUrl } = options;
  const named = [
    ["authorization_endpoint", entered.authorizationEndpoint],
    ["token_endpoint", entered.tokenEndpoint],
    ["registration_endpoint", entered.registrationEndpoint],
  ] as const;
  for (const [member, value] of named) {
    if (!value && member !== "token_endpoint") continue;
    const why = urlTrouble(value ?? "", { serverUrl });
    if (why === undefined) continue;
    return violation("unusable-url", "server-metadata", { member, value: value ?? "", why });
  }
  course.server = enteredServer(entered);
  step.choose("issuer", course.server.issuer, because);
  step.choose("pkce", "S256", because);
  return undefined;
}
