/** Finds out why no answer arrives: name, port, address family, interface, TLS, certificate. */
import type { ForwardFailure } from "../../protocol/failures/forwardFacts.ts";
import type { DoctorCause, DoctorFinding } from "../cause.ts";
import type { DoctorNoReply } from "../doctorRequests.ts";
import { type DoctorProbe, finding, type ProbeContext } from "../probe.ts";

export const networkProbe: DoctorProbe = {
  name: "network",
  applies: ({ failure, relayFetch }) => failure !== undefined || relayFetch !== undefined,
  async run(context) {
    const { failure, relayFetch, url } = context;
    // commands of the page: what answered once needs no other request
    if (!relayFetch && failure?.code !== "network" && failure?.code !== "timeout") return [];
    const first = await context.first();
    if (first.kind === "reply") {
      const isSilent = first.isTimeout && first.message === undefined;
      return isSilent ? [finding("no-answer", { host: url.host }, first.seqs)] : [];
    }
    if (first.why === "limit") return "unmeasured";
    if (first.why === "timeout") return [finding("no-answer", { host: url.host }, first.seqs)];
    return relayFetch ? explainForward(context, first) : explainOpaque(context, first);
  },
};

/** Without a relay, the browser tells only whether anything answers. */
async function explainOpaque(
  context: ProbeContext,
  { reason, seqs }: DoctorNoReply,
): Promise<readonly DoctorFinding[]> {
  const { url } = context;
  if (await answersOpaquely(context, url)) return [];
  const other = await listeningElsewhere(context);
  if (other) return [other];
  return [finding("not-reachable", { host: url.host, protocol: url.protocol, reason }, seqs)];
}

async function answersOpaquely({ send }: ProbeContext, url: URL): Promise<boolean> {
  const reply = await send({ method: "GET", url: url.href, isOpaque: true });
  return reply.kind === "reply";
}

const plainCauses = {
  dns: "name-not-found",
  unreachable: "not-reachable",
  timeout: "connect-timeout",
  "bad-response": "not-http",
  proxy: "proxy-refused",
} as const satisfies Readonly<Partial<Record<ForwardFailure["code"], DoctorCause>>>;
const isPlain = (code: ForwardFailure["code"]): code is keyof typeof plainCauses =>
  Object.hasOwn(plainCauses, code);

async function explainForward(
  context: ProbeContext,
  { failure, reason, seqs }: DoctorNoReply,
): Promise<readonly DoctorFinding[]> {
  const { url } = context;
  const { host } = url;
  if (failure?.code !== "forward") return [finding("not-reachable", { host, reason }, seqs)];
  const { problem } = failure;
  const facts = { host, reason: problem.reason, address: problem.address };
  if (isPlain(problem.code)) return [finding(plainCauses[problem.code], facts, seqs)];
  switch (problem.code) {
    case "refused":
      return [(await listeningElsewhere(context)) ?? finding("nothing-listens", facts, seqs)];
    case "reset": {
      const isTls = url.protocol === "http:" && (await speaksTls(context));
      return [
        isTls ? finding("tls-expected", { host }, seqs) : finding("connection-reset", facts, seqs),
      ];
    }
    case "tls": {
      const isUnencrypted = /wrong version number|packet length|http request|record layer/i.test(
        problem.reason,
      );
      return [finding(isUnencrypted ? "plain-http" : "tls-failed", facts, seqs)];
    }
    case "certificate":
      return [certificateFinding(context, problem, seqs)];
    default:
      // the relay refused: that is no fault of the server
      return [finding("unexplained", { code: problem.code, reason: problem.reason }, seqs)];
  }
}

function certificateFinding(
  { url }: ProbeContext,
  { reason, certificate }: ForwardFailure,
  seqs: readonly number[],
): DoctorFinding {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = certificate ?? {};
  const facts = { host: url.host, reason, subject, issuer, names, validFrom, validTo, fingerprint };
  return finding(certificateCauses[reason] ?? "certificate-untrusted", facts, seqs);
}

/** Causes by the error codes of Node's TLS module. */
const certificateCauses: Readonly<Record<string, DoctorCause & `certificate-${string}`>> = {
  CERT_HAS_EXPIRED: "certificate-expired",
  CERT_NOT_YET_VALID: "certificate-not-yet-valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-authority",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-name",
};

/** Whether the port answers https. */
async function speaksTls(context: ProbeContext): Promise<boolean> {
  const { url, mayContact, send } = context;
  const secure = new URL(url.href.replace(/^http:/, "https:"));
  if (!mayContact(secure.origin)) return false;
  const reply = await send({ method: "GET", url: secure.href });
  if (reply.kind === "reply") return true;
  return reply.failure?.code === "forward" && reply.failure.problem.code === "certificate";
}

/** Looks for a server at the same port of this machine, where the URL names another of its addresses. */
async function listeningElsewhere(context: ProbeContext): Promise<DoctorFinding | undefined> {
  const { url, mayContact, send, relayFetch } = context;
  const { hostname, port, protocol, pathname } = url;
  if (/[a-z]/i.test(hostname) && !hostname.startsWith("[")) return undefined;
  for (const host of ["127.0.0.1", "[::1]"]) {
    const other = new URL(`${protocol}//${host}${port && `:${port}`}${pathname}`);
    if (host === hostname || !mayContact(other.origin)) continue;
    const isThere = relayFetch
      ? (await send({ method: "GET", url: other.href })).kind === "reply"
      : await answersOpaquely(context, other);
    if (!isThere) continue;
    const isFamily = hostname.startsWith("[") !== host.startsWith("[");
    const isLoopback = hostname === "127.0.0.1" || hostname === "[::1]";
    const code = isFamily && isLoopback ? "address-family" : "wrong-interface";
    return finding(code, { asked: hostname, found: other.href });
  }
  return undefined;
}
