/** Recognises answers that do not come from an MCP server: pages, proxies, redirects, other paths, refusals. */
import type { DoctorFinding } from "../cause.ts";
import type { DoctorReply } from "../doctorRequests.ts";
import { type DoctorProbe, finding, headerOf, isMessage, type ProbeContext } from "../probe.ts";
import { findEndpoint } from "./findEndpoint.ts";

export const answerProbe: DoctorProbe = {
  name: "answer",
  applies: ({ failure, relayFetch }) => failure !== undefined || relayFetch !== undefined,
  async run(context) {
    const { failure, url, relayFetch } = context;
    if (isLegacyTransport(context)) return [finding("http-sse", { url: url.href })];
    const reply = await context.first();
    if (reply.kind === "none") {
      // a page cannot read why
      return relayFetch ? "unmeasured" : redirectOfPage(context);
    }
    const { status } = reply.head;
    const isWorking = failure === undefined;
    const redirect = redirectFinding(context, reply);
    if (redirect) return [isWorking ? { ...redirect, severity: "warning" } : redirect];
    if (isMessage(reply)) return [];
    if (status === 401) return isWorking ? [] : "unmeasured";
    // the page can read this answer, so the browser has withheld another one
    if (!relayFetch && failure?.code === "network") return [];
    if (isWorking && status < 400) return [];
    const found = await explain(context, reply);
    // a server that works without an origin refuses this one
    return isWorking && found.code !== "origin-refused" ? [] : [found];
  },
};

function isLegacyTransport({ entries }: ProbeContext): boolean {
  return entries.some((entry) => entry.kind === "frame" && entry.holds === "endpoint");
}

async function redirectOfPage({ send, url }: ProbeContext): Promise<readonly DoctorFinding[]> {
  const reply = await send({ method: "GET", url: url.href });
  const isRedirect = reply.kind === "reply" && reply.head.status === 0;
  return isRedirect ? [finding("redirect", { url: url.href }, reply.seqs)] : [];
}

const loginPath = /(^|[/.?&_-])(log-?in|sign-?in|auth|sso|oauth2?|authorize|saml)([/.?&=_-]|$)/i;

function redirectFinding({ url }: ProbeContext, reply: DoctorReply): DoctorFinding | undefined {
  const { status } = reply.head;
  const location = headerOf(reply, "location");
  // a browser hides the status and the target of a redirect
  if (status !== 0 && (!(status >= 300 && status < 400) || location === undefined))
    return undefined;
  if (location === undefined) return finding("redirect", { url: url.href }, reply.seqs);
  const target = URL.parse(location, url);
  const isLogin = target !== null && loginPath.test(`${target.hostname}${target.pathname}`);
  const facts = { url: url.href, status, location: target?.href ?? location };
  const isOtherOrigin = target?.origin !== url.origin;
  return isLogin
    ? finding("login-redirect", facts, reply.seqs)
    : finding("redirect", { ...facts, isOtherOrigin }, reply.seqs);
}

const challenge =
  /just a moment|challenge-platform|cf-chl|captcha|attention required|incapsula|request unsuccessful|access denied|the requested url was rejected|blocked by|web application firewall/i;
const password = /<input[^<>]+type=["']?password/i;

/** Causes that a response alone shows. */
type ResponseCause =
  | "login-page"
  | "firewall"
  | "gateway-error"
  | "forbidden"
  | "rate-limited"
  | "not-acceptable"
  | "server-error"
  | "status-refused"
  | "content-type"
  | "invalid-json"
  | "not-json-rpc"
  | "empty-response";

async function explain(context: ProbeContext, reply: DoctorReply): Promise<DoctorFinding> {
  const { head, contentType, text, seqs } = reply;
  const { status } = head;
  const server = headerOf(reply, "server");
  const isHtml = contentType === "text/html" || /^\s*<(!doctype html|html)/i.test(text);
  const body = text.slice(0, 300);
  const facts = { url: context.url.href, status, server, contentType, body };
  const found = (code: ResponseCause) => finding(code, facts, seqs);

  const isChallenged = headerOf(reply, "cf-mitigated") === "challenge";
  if (isChallenged || (isHtml && [403, 429, 503].includes(status) && challenge.test(text)))
    return found("firewall");
  if (/plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL/i.test(text))
    return finding("tls-expected", { host: context.url.host }, seqs);
  if (status === 502 || status === 503 || status === 504)
    return found(isHtml || server !== undefined ? "gateway-error" : "server-error");
  if (isHtml && password.test(text)) return found("login-page");
  if (status === 403) return (await refusalOfOrigin(context, reply)) ?? found("forbidden");
  if (status === 421) return finding("host-refused", refusalFacts(context, status), seqs);
  if (status === 404 || status === 405 || status === 410 || (isHtml && status < 500)) {
    const other = context.triesPaths ? await findEndpoint(context) : undefined;
    if (other) {
      const { url, namedBy } = other;
      return finding("wrong-path", { ...facts, found: url, namedBy }, [...seqs, ...other.seqs]);
    }
    const code = isHtml && status < 400 ? "html-page" : "path-not-found";
    return finding(code, { ...facts, isSearched: context.triesPaths || undefined }, seqs);
  }
  if (status === 429) return found("rate-limited");
  if (status === 406 || status === 415) return found("not-acceptable");
  if (status >= 500) return found("server-error");
  if (status >= 400) return found("status-refused");
  if (reply.isInvalidJson) return found("invalid-json");
  if (text === "" && contentType !== "text/event-stream") return found("empty-response");
  if (contentType !== "application/json" && contentType !== "text/event-stream")
    return found("content-type");
  return found("not-json-rpc");
}

const refusalFacts = ({ url, origin = "" }: ProbeContext, status: number) => ({
  origin,
  host: url.host,
  status,
});

/** Whether the server answers without the origin of the page, or complains about the host. */
async function refusalOfOrigin(
  context: ProbeContext,
  { head, text, seqs }: DoctorReply,
): Promise<DoctorFinding | undefined> {
  const { initialize, url, origin, relayFetch, isCorsRequired } = context;
  const facts = refusalFacts(context, head.status);
  if (/\bhost\b/i.test(text) && !/origin/i.test(text)) return finding("host-refused", facts, seqs);
  if (!relayFetch || origin === undefined) {
    return /origin/i.test(text) ? finding("origin-refused", facts, seqs) : undefined;
  }
  const other = await initialize(url.href, false);
  const isAccepted = other.kind === "reply" && (isMessage(other) || other.head.status === 401);
  if (!isAccepted) return undefined;
  const severity = isCorsRequired ? "violation" : "warning";
  return finding("origin-refused", facts, [...seqs, ...other.seqs], severity);
}
