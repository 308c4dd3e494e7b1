/** Step 2: which authorization server it is, and where its endpoints are. */
import type { Header } from "../../log/entry.ts";
import type { Run, TakeStep } from "../course.ts";
import { markedRequest } from "../exchange.ts";
import { worst } from "../judged.ts";
import type { ServerMetadata } from "../metadata.ts";
import { type Problem, violation, warning } from "../problem.ts";
import { defaultServer, enteredServer, judgeServerMetadata } from "../serverMetadata.ts";
import type { EnteredEndpoints } from "../settings.ts";
import { urlTrouble } from "../urls.ts";
import { type Place, serverMetadataPlaces } from "../wellKnown.ts";
import { mayGo } from "./addresses.ts";

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
  const problem = await tryPlaces(run, serverMetadataPlaces(issuer), [issuer], []);
  if (problem) return problem;
  return course.server ? judgeServer(run, course.server) : undefined;
};

/** Looks at the metadata that a useless document leads to, for the sake of the view; nobody is asked. */
export async function lookOn(run: Run): Promise<void> {
  const [issuer, another] = run.course.suspect?.authorizationServers ?? [];
  if (issuer === undefined || another !== undefined) return;
  const quiet: Run = { ...run, confirm: async () => false };
  if (await mayGo(quiet, "authorization_servers", issuer, undefined)) return;
  await tryPlaces(quiet, serverMetadataPlaces(issuer), [issuer], []);
}

/** Tries one place after another until a document is found; that one has to be right. */
async function tryPlaces(
  run: Run,
  places: readonly Place[],
  issuers: readonly string[],
  headers: readonly Header[],
): Promise<Problem | undefined> {
  const { course, step, options, settings } = run;
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
        course.server = server;
        step.choose("metadata-url", url, "announced");
      },
    });
    const bad = worst(judged.problems);
    if (judged.value && !bad) return undefined;
    if (bad && (judged.isDocument || bad.code === "cancelled")) return bad;
  }
  const tried = places.map(({ url }) => url).join(" ");
  const evidence = { issuer: issuers[0] ?? "", tried };
  return violation("no-server-metadata", "mcp-metadata-discovery", evidence);
}

async function chooseIssuer(
  { course, step, settings, options, need, signal }: Run,
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

/** Revisions whose servers have their endpoints at known places if they say nothing; or it is not known yet. */
const withDefaults: readonly (string | undefined)[] = [
  undefined,
  "auto",
  "2024-11-05",
  "2025-03-26",
];

/** @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#server-metadata-discovery */
async function discoverAtOrigin(run: Run): Promise<Problem | undefined> {
  const { course, step, options, need, signal } = run;
  const { serverUrl, agent } = options;
  const { origin } = new URL(serverUrl);
  const revision = options.revision();
  const isOld = revision === "2025-03-26" || revision === "2024-11-05";
  const headers: Header[] = isOld ? [["mcp-protocol-version", revision]] : [];
  // both forms lead to the same place, and nobody said which one is meant
  const issuers = [origin, `${origin}/`];
  const problem = await tryPlaces(run, serverMetadataPlaces(origin), issuers, headers);
  if (!problem) {
    step.choose("issuer", course.server?.issuer ?? origin, "server-origin");
    return course.server ? judgeServer(run, course.server) : undefined;
  }
  if (problem.code !== "no-server-metadata") return problem;
  if (withDefaults.includes(revision)) {
    step.problem(warning("no-server-metadata", "mcp-fallbacks", problem.evidence));
    course.server = defaultServer(serverUrl);
    step.choose("issuer", course.server.issuer, "default-endpoints");
    step.choose("pkce", "S256", "default-endpoints");
    return undefined;
  }
  const entered = await need({ kind: "endpoints" }, () =>
    agent.enterEndpoints({ serverUrl, because: problem }, signal),
  );
  return entered ? takeEntered(run, entered, "entered") : problem;
}

function takeEntered(
  { course, step, options }: Run,
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

const grantOfWay = {
  "authorization-code": "authorization_code",
  "client-credentials": "client_credentials",
  enterprise: "urn:ietf:params:oauth:grant-type:jwt-bearer",
  workload: "urn:ietf:params:oauth:grant-type:jwt-bearer",
} as const;

/** Remarks on a grant that is not announced; many servers announce less than they can do. */
function judgeGrants({ step, settings }: Run, { grantTypesSupported: found }: ServerMetadata) {
  const wanted = grantOfWay[settings.way.kind];
  if (!found || found.includes(wanted)) return;
  const member = "grant_types_supported";
  step.problem(
    warning("not-supported", "server-metadata", { member, found: found.join(" "), wanted }),
  );
}

/** Where its credentials would go, and whether codes are safe with it. */
async function judgeServer(run: Run, server: ServerMetadata): Promise<Problem | undefined> {
  const { step, settings } = run;
  const endpoints = [
    ["authorization_endpoint", server.authorizationEndpoint],
    ["token_endpoint", server.tokenEndpoint],
    ["registration_endpoint", server.registrationEndpoint],
    ["revocation_endpoint", server.revocationEndpoint],
  ] as const;
  for (const [member, url] of endpoints) {
    const declined = url === undefined ? undefined : await mayGo(run, member, url, server.issuer);
    if (declined) return declined;
  }
  judgeGrants(run, server);
  if (settings.way.kind !== "authorization-code") return undefined;
  const methods = server.codeChallengeMethods;
  if (methods?.includes("S256")) {
    step.choose("pkce", "S256", "announced");
    return undefined;
  }
  const evidence = { issuer: server.issuer, found: methods?.join(" ") ?? null };
  const problem = violation("pkce-not-announced", "mcp-pkce", evidence);
  const because = settings.withoutPkceAnnounced
    ? "settings"
    : (await run.confirm({ kind: "no-pkce", issuer: server.issuer }))
      ? "agreed"
      : undefined;
  if (because === undefined) return problem;
  step.problem({ ...problem, severity: "warning" });
  step.choose("pkce", "S256", because);
  return undefined;
}
