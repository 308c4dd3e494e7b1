/** Whether a client gets to a server, and in time. */
import { isPrivateHost } from "../../core/text/addresses.ts";
import type { ClientFacts } from "../clientFacts.ts";
import type { ClientFinding } from "./clientProblem.ts";
import type { ObservedServer } from "./observedServer.ts";

/** Whether a client can sign in, as far as metadata says. */
export function* signInFindings(
  { registration, resource }: ClientFacts,
  { authorization, url }: ObservedServer,
): Generator<ClientFinding> {
  const column = "sign-in";
  const offered = authorization.registration;
  if (registration && offered) {
    const ways = registration.value;
    const byHand = ways.includes("fixed");
    if (!offered.value.some((way) => ways.includes(way))) {
      const problem = { code: "cannot-register", ways: offered.value, byHand } as const;
      yield { column, isFailure: !byHand, fact: "registration", problem, seq: offered.seq };
    }
  }
  if (resource && url && authorization.resource) {
    const { value, seq } = authorization.resource;
    if (isResourceOf(value, url, resource.value)) return;
    const problem = { code: "other-resource", resource: value, url: url.href } as const;
    yield { column, isFailure: true, fact: "resource", problem, seq };
  }
}

function isResourceOf(resource: string, url: URL, rule: "must-match" | "must-contain"): boolean {
  const parsed = URL.parse(resource);
  if (rule === "must-match") return parsed?.href === url.href;
  const withSlash = (path: string) => path.replace(/\/?$/, "/");
  return (
    parsed?.origin === url.origin && withSlash(url.pathname).startsWith(withSlash(parsed.pathname))
  );
}

/** Whether others than the programs of this machine and its network reach a server. */
export const hasPublicAddress = ({ transport, url }: ObservedServer): boolean =>
  transport !== "stdio" && url !== undefined && !isPrivateHost(url.hostname);

export function* reachFindings(
  facts: ClientFacts,
  server: ObservedServer,
): Generator<ClientFinding> {
  const { transport, url, started, discovered, streamStatus, strayLine } = server;
  const column = "reach";
  const failed = { column, isFailure: true } as const;
  const { network, transports, firstRequest, discoverLimit, startLimit, streamRefusal } = facts;
  const isPublic = hasPublicAddress(server);

  if (network?.value.public && !isPublic) {
    const problem = { code: "needs-public-address" } as const;
    yield { column, isFailure: false, fact: "network", problem };
  } else if (transports && !transports.value.includes(transport)) {
    yield { ...failed, fact: "transports", problem: { code: "other-transport", transport } };
  }
  const port = url && Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const expected = network?.value.port;
  if (isPublic && port !== undefined && expected !== undefined && port !== expected) {
    yield { ...failed, fact: "network", problem: { code: "other-port", port, expected } };
  }
  // with a sign-in, the time of a person would count
  const hasStarted = started && !server.unauthorized;
  if (startLimit && hasStarted && started.value > startLimit.value) {
    const problem = { ms: started.value, limitMs: startLimit.value };
    yield {
      ...failed,
      fact: "startLimit",
      problem: { code: "starts-late", ...problem },
      seq: started.seq,
    };
  }
  const offered = facts.revision?.value;
  const offer = server.offers.find((each) => each.offered === offered);
  // a server that answers an older revision leaves the choice to the client
  if (
    offered !== undefined &&
    offer &&
    (offer.answered === undefined || offer.answered > offered)
  ) {
    const problem = { code: "revision-refused", offered, answered: offer.answered } as const;
    yield { ...failed, fact: "revision", problem, seq: offer.seq };
  }
  if (firstRequest?.value === "server/discover" && discovered) {
    const { value: ms, seq } = discovered;
    if (ms === "no-answer") {
      const problem = { code: "discover-unanswered" } as const;
      yield { ...failed, fact: "firstRequest", problem, seq };
    } else if (discoverLimit && ms > discoverLimit.value) {
      const problem = { code: "discover-late", ms, limitMs: discoverLimit.value } as const;
      yield { column, isFailure: false, fact: "discoverLimit", problem, seq };
    }
  }
  if (streamRefusal && streamStatus && transport === "http") {
    const { value: status, seq } = streamStatus;
    // a refusal of the page's credentials says nothing about the stream
    const isRefusal = status >= 400 && status !== 401 && status !== 403;
    if (isRefusal && !streamRefusal.value.includes(status)) {
      const problem = { code: "stream-refused", status, accepted: streamRefusal.value } as const;
      yield { column, isFailure: false, fact: "streamRefusal", problem, seq };
    }
  }
  if (facts.strayOutput && strayLine && transport === "stdio") {
    yield { ...failed, fact: "strayOutput", problem: { code: "stray-output" }, seq: strayLine.seq };
  }
}
