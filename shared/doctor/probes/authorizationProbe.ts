/** Follows the discovery of authorization as far as it goes without signing in. */
import {
  authorizationChallenge,
  type Challenge,
  readChallenges,
} from "../../oauth/discovery/challenge.ts";
import { validateResourceMetadata } from "../../oauth/discovery/resourceMetadata.ts";
import { validateServerMetadata } from "../../oauth/discovery/serverMetadata.ts";
import { checkUrl } from "../../oauth/discovery/urls.ts";
import { resourceMetadataUrls, serverMetadataLocations } from "../../oauth/discovery/wellKnown.ts";
import type { FlowAnswer } from "../../oauth/flow/flow.ts";
import { findViolation } from "../../oauth/flow/validated.ts";
import type {
  AuthorizationProblem,
  ProblemCode,
} from "../../protocol/failures/authorizationProblem.ts";
import { findHeader } from "../../protocol/headers.ts";
import { causes, type DoctorCause, type DoctorFinding, readCause } from "../cause.ts";
import type { DoctorNoReply, DoctorReply } from "../doctorRequests.ts";
import { type DoctorProbe, finding, headerOf, mayFollow, type ProbeContext } from "../probe.ts";

export const authorizationProbe: DoctorProbe = {
  name: "authorization",
  applies: ({ failure, relayFetch }) =>
    relayFetch !== undefined || (failure !== undefined && failure.code !== "network"),
  async run(context) {
    const first = await context.first();
    const isSent = findHeader(context.headers, "authorization") !== undefined;
    if (first.kind === "none") return "unmeasured";
    // credentials that were sent are accepted; without any, the server asks for none
    if (first.head.status !== 401) return isSent ? [] : "unmeasured";
    const { seqs } = first;
    if (isSent) {
      const why = challengeOf(first)?.parameters.get("error_description");
      return [finding("token-refused", { url: context.url.href, why }, seqs)];
    }
    const isHidden = !context.relayFetch && headerOf(first, "www-authenticate") === undefined;
    const challenge = challengeOf(first);
    const found = await discover(context, challenge, isHidden, seqs);
    // without a challenge, clients read metadata at well-known addresses
    const isUnknown = found.some(({ code }) => code === "auth-no-metadata");
    if (challenge || isHidden || !isUnknown) return found;
    const header = headerOf(first, "www-authenticate");
    return [finding("auth-no-challenge", { url: context.url.href, found: header }, seqs)];
  },
};

function challengeOf(reply: DoctorReply): Challenge | undefined {
  const header = headerOf(reply, "www-authenticate");
  return header === undefined
    ? undefined
    : authorizationChallenge(readChallenges(header).challenges);
}

async function discover(
  context: ProbeContext,
  challenge: Challenge | undefined,
  isHidden: boolean,
  seqs: readonly number[],
): Promise<readonly DoctorFinding[]> {
  const { href: serverUrl, origin } = context.url;
  const named = challenge?.parameters.get("resource_metadata");
  let tried = 0;
  const all: number[] = [...seqs];
  const unreadable: DoctorFinding[] = [];
  let isRefused = false;
  const read = async (url: string): Promise<FlowAnswer | undefined> => {
    tried++;
    const reply = await context.send({
      method: "GET",
      url,
      headers: [["Accept", "application/json"]],
      isNamed: new URL(url).origin !== origin,
    });
    all.push(...reply.seqs);
    if (reply.kind === "none") {
      isRefused ||= isAddressRefused(reply);
      return undefined;
    }
    const page = context.origin;
    if (page !== undefined && reply.head.status === 200 && isUnreadable(context, page, reply)) {
      unreadable.push(finding("auth-metadata-cors", { url, origin: page }, reply.seqs));
    }
    const { status, statusText, headers } = reply.head;
    return { status, statusText, headers, url, text: reply.text, secrets: [] };
  };

  const urls = new Set([
    ...(named === undefined ? [] : [named]),
    ...resourceMetadataUrls(serverUrl),
  ]);
  let issuer: string | undefined;
  for (const url of urls) {
    if (checkUrl(url, { serverUrl }) !== undefined)
      return [finding("auth-metadata-invalid", { url, code: "unusable-url" }, all)];
    if (!mayFollow(context, new URL(url))) continue;
    const answer = await read(url);
    if (!answer) continue;
    const { value, problems, isDocument } = validateResourceMetadata(answer, serverUrl);
    const problem = findViolation(problems);
    if (problem && (isDocument || url === named)) return [problemFinding(problem, url, all)];
    issuer = value?.authorizationServers[0];
    if (issuer !== undefined) break;
  }
  // revision 2025-03-26 has the metadata of the authorization server at the server's origin
  const locations = serverMetadataLocations(issuer ?? origin);
  if (issuer !== undefined && !mayFollow(context, new URL(issuer)))
    return [...unreadable, finding("sign-in-needed", { url: serverUrl, issuer }, all)];
  for (const { url } of locations) {
    const answer = await read(url);
    if (answer?.status !== 200) continue;
    const issuers = issuer === undefined ? [origin, `${origin}/`] : [issuer];
    const rules = { serverUrl, issuers, needsVisit: true };
    const { value, problems } = validateServerMetadata(answer, rules);
    const problem = findViolation(problems);
    if (problem) return [problemFinding(problem, url, all)];
    if (!value) continue;
    if (!value.codeChallengeMethods?.includes("S256"))
      return [finding("auth-no-pkce", { url, found: value.codeChallengeMethods?.join(" ") }, all)];
    if (value.registrationEndpoint === undefined && !value.takesMetadataDocuments)
      return [...unreadable, finding("auth-no-registration", { url, issuer: value.issuer }, all)];
    return [
      ...unreadable,
      finding("sign-in-needed", { url: serverUrl, issuer: value.issuer }, all),
    ];
  }
  if (issuer !== undefined && isRefused)
    return [...unreadable, finding("sign-in-needed", { url: serverUrl, issuer }, all)];
  return issuer === undefined
    ? [finding("auth-no-metadata", { tried, isHidden: isHidden || undefined }, all)]
    : [finding("auth-server-no-metadata", { tried, issuer }, all)];
}

/** Whether a page at the origin could not read an answer that the relay reads. */
function isUnreadable(
  { relayFetch, isCorsRequired }: ProbeContext,
  origin: string,
  reply: DoctorReply,
): boolean {
  if (!relayFetch || !isCorsRequired) return false;
  // without an Origin in the request, a server may leave the header out
  const allowed = headerOf(reply, "access-control-allow-origin");
  return allowed !== undefined && allowed !== "*" && allowed !== origin;
}

/** Whether a name resolved to an address that the server must not lead to. */
function isAddressRefused({ failure }: DoctorNoReply): boolean {
  return failure?.code === "forward" && failure.problem.code === "address-refused";
}

const causesOfProblems: Readonly<Partial<Record<ProblemCode, DoctorCause>>> = {
  "resource-mismatch": "auth-resource-mismatch",
  "no-authorization-servers": "auth-no-servers",
  "issuer-mismatch": "auth-issuer-mismatch",
};

function problemFinding(
  { code, evidence }: AuthorizationProblem,
  url: string,
  seqs: readonly number[],
): DoctorFinding {
  const known = readCause(causesOfProblems[code] ?? "", { url, ...evidence });
  if (known) return { ...known, severity: causes[known.code][0], seqs };
  const { member } = evidence;
  const facts = { url, code, member: typeof member === "string" ? member : undefined };
  return finding("auth-metadata-invalid", facts, seqs);
}
