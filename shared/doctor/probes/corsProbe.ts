/** Examines whether a page may read the server's answers: preflight, response, exposed headers. */
import type { DoctorFinding } from "../cause.ts";
import type { DoctorNoReply, DoctorReply } from "../doctorRequests.ts";
import {
  type DoctorProbe,
  finding,
  headerOf,
  namesIn,
  type ProbeContext,
  type Probed,
} from "../probe.ts";

export const corsProbe: DoctorProbe = {
  name: "cors",
  applies: ({ origin }) => origin !== undefined,
  async run(context) {
    const { relayFetch, failure, isCorsRequired } = context;
    const found = relayFetch ? await readHeaders(context) : await tryHeaders(context);
    if (found === "unmeasured") return found;
    if (isCorsRequired && (failure || context.page === undefined)) return found;
    // clients without a page need none of it, and what has connected may work without the rest
    return found.map((each) => ({
      ...each,
      severity: isCorsRequired ? ("warning" as const) : ("note" as const),
    }));
  },
};

/** What the page sends first and later, where the failure does not say. */
function headerNames(
  { failure, headers }: ProbeContext,
  first: DoctorReply | DoctorNoReply,
): Set<string> {
  const known = failure?.code === "network" ? failure.request?.headers : undefined;
  const names = new Set(known ?? ["content-type", "mcp-protocol-version"]);
  if (headerOf(first, "mcp-session-id") !== undefined) names.add("mcp-session-id");
  if (first.kind === "reply" && first.head.status === 401) names.add("authorization");
  for (const [name] of headers) names.add(name.toLowerCase());
  return names;
}

/**
 * Reads the headers of the preflight and of the response, which the relay sees.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
async function readHeaders(context: ProbeContext): Promise<Probed> {
  const { send, url, origin = "", failure } = context;
  const first = await context.first();
  if (first.kind === "none") return "unmeasured";
  const names = [...headerNames(context, first)].sort();
  const preflight = await send({
    method: "OPTIONS",
    url: url.href,
    headers: [
      ["Origin", origin],
      ["Access-Control-Request-Method", "POST"],
      ["Access-Control-Request-Headers", names.join(",")],
    ],
  });
  if (preflight.kind === "none") return "unmeasured";
  const denial = denialOf(preflight, first, names, origin);
  if (denial) return [denial];
  const found: DoctorFinding[] = [];
  const exposed = namesIn(headerOf(first, "access-control-expose-headers"));
  const isExposed = (name: string) => exposed.has(name) || exposed.has("*");
  if (headerOf(first, "mcp-session-id") !== undefined && !isExposed("mcp-session-id")) {
    found.push(finding("expose-session", { header: "Mcp-Session-Id", origin }, first.seqs));
  }
  if (headerOf(first, "www-authenticate") !== undefined && !isExposed("www-authenticate")) {
    // sign-in can still find the metadata at its usual place
    found.push(finding("expose-authenticate", { header: "WWW-Authenticate", origin }, first.seqs));
  }
  if (found.length === 0 && failure?.code === "network" && failure.request?.method === "DELETE") {
    const methods = namesIn(headerOf(preflight, "access-control-allow-methods"));
    if (!methods.has("delete") && !methods.has("*"))
      found.push(finding("cors-method", { method: "DELETE", origin }, preflight.seqs));
  }
  return found;
}

/** The first thing that the preflight or the response does not allow. */
function denialOf(
  preflight: DoctorReply,
  first: DoctorReply,
  names: readonly string[],
  origin: string,
): DoctorFinding | undefined {
  const { status } = preflight.head;
  const { seqs } = preflight;
  const found = headerOf(preflight, "access-control-allow-origin");
  const facts = { origin, status, names: names.join(", ") };
  if (found === undefined) return finding("cors-origin-missing", facts, seqs);
  if (found !== "*" && found !== origin) return finding("cors-origin", { ...facts, found }, seqs);
  if (status < 200 || status > 299) return finding("cors-preflight-status", facts, seqs);
  const allowed = namesIn(headerOf(preflight, "access-control-allow-headers"));
  const denied = names.filter(
    // the wildcard does not cover Authorization
    (name) => !allowed.has(name) && (name === "authorization" || !allowed.has("*")),
  );
  if (denied.length > 0) return finding("cors-headers", { origin, names: denied.join(", ") }, seqs);
  const readable = headerOf(first, "access-control-allow-origin");
  if (readable === "*" || readable === origin) return undefined;
  const status2 = first.head.status;
  return finding("cors-response", { origin, status: status2, found: readable }, first.seqs);
}

/** Without a relay: sends one request for each header, whose answers tell which one is not allowed. */
async function tryHeaders(context: ProbeContext): Promise<readonly DoctorFinding[]> {
  const { send, url, origin = "", failure } = context;
  if (failure?.code === "initialized-refused" && failure.mayHideSession)
    return [finding("expose-session", { header: "Mcp-Session-Id", origin })];
  if (failure?.code !== "network") return [];
  const first = await context.first();
  const get = (headers: readonly (readonly [string, string])[] = []) =>
    send({ method: "GET", url: url.href, headers });
  const plain = await get();
  if (plain.kind === "none") return [finding("cors-origin-missing", { origin }, plain.seqs)];
  const denied: string[] = [];
  const seqs: number[] = [];
  for (const name of headerNames(context, first)) {
    const reply = await get([[name, sampleValues[name] ?? "1"]]);
    if (reply.kind === "reply") continue;
    denied.push(name);
    seqs.push(...reply.seqs);
  }
  if (denied.length > 0)
    return [finding("cors-headers", { origin, names: denied.join(", ") }, seqs)];
  return first.kind === "none" ? [finding("cors-response", { origin }, first.seqs)] : [];
}

/** Values that need a preflight; those of the user are never sent for a test. */
const sampleValues: Readonly<Record<string, string>> = {
  "content-type": "application/json",
  "mcp-protocol-version": "2025-11-25",
};
