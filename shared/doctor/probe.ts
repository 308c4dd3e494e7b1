/** Defines a probe of an HTTP server, and what it may use. */
import type { Every } from "../core/facts.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { isPrivateHost } from "../core/text/addresses.ts";
import type { Entry } from "../log/entry.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { findHeader, type Header } from "../protocol/headers.ts";
import type { Severity } from "../protocol/severity.ts";
import {
  type CauseEvidence,
  causes,
  type DoctorCause,
  type DoctorFinding,
  type ProbeName,
} from "./cause.ts";
import {
  type DoctorNoReply,
  type DoctorReply,
  type DoctorRequest,
  type DoctorRequests,
  initializeHeaders,
  initializeText,
} from "./doctorRequests.ts";

type Fetch = typeof globalThis.fetch;

/** The page from which the server is contacted. */
export interface DoctorPage {
  readonly fetch: Fetch;
  readonly isSecure: boolean;
  /** Whether the browser allows the page to contact an address of this machine or network. */
  isLocalDenied(url: string): Promise<boolean>;
}

export interface HttpSubject {
  readonly url: URL;
  /** The user's headers. */
  readonly headers: readonly Header[];
  /** Why connecting failed; undefined if the server is connected. */
  readonly failure: Failure | undefined;
  /** The log entries of the connection. */
  readonly entries: readonly Entry[];
  /** The origin of the page that is to connect; undefined if CORS does not apply. */
  readonly origin: string | undefined;
  /** Whether the connection needs CORS; otherwise missing headers are warnings. */
  readonly isCorsRequired: boolean;
  /** The page; undefined on the command line. */
  readonly page: DoctorPage | undefined;
  /** A `fetch` that sees every header and the cause of a failure; undefined without a relay. */
  readonly relayFetch: Fetch | undefined;
  /** A `fetch` for URLs of other origins that the server names; by default that of the server. */
  readonly namedFetch?: Fetch;
  /** Whether the endpoint is looked for where there is none at this URL. */
  readonly triesPaths: boolean;
  /** Whether another origin may be contacted, without credentials. */
  mayContact(origin: string): boolean;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Milliseconds of the clock with which the entries were made. */
  readonly now: () => number;
}

export interface ProbeContext extends HttpSubject {
  readonly requests: DoctorRequests;
  send(request: DoctorRequest): Promise<DoctorReply | DoctorNoReply>;
  /** Sends `initialize`, and ends the session that it starts. */
  initialize(url: string, withOrigin: boolean): Promise<DoctorReply | DoctorNoReply>;
  /** The answer to `initialize` as the page sends it; sent once. */
  first(): Promise<DoctorReply | DoctorNoReply>;
}

/** What a probe has found; nothing where all is well, `unmeasured` where there was nothing to examine. */
export type Probed = readonly DoctorFinding[] | "unmeasured";

export interface DoctorProbe {
  readonly name: ProbeName;
  applies(context: ProbeContext): boolean;
  run(context: ProbeContext): Promise<Probed>;
}

/** @param evidence the facts of the cause; of each one, if it may be one of several */
export function finding<Cause extends DoctorCause>(
  code: Cause,
  evidence: Every<CauseEvidence<Cause>>,
  seqs: readonly number[] = [],
  severity: Severity = causes[code][0],
): DoctorFinding {
  return { code, severity, evidence, seqs } as unknown as DoctorFinding;
}

export function createContext(subject: HttpSubject, requests: DoctorRequests): ProbeContext {
  const { relayFetch, page, url, origin } = subject;
  const fetch = relayFetch ?? page?.fetch;
  const { namedFetch = fetch } = subject;
  if (!fetch || !namedFetch) throw new Error("The doctor needs a fetch");
  // a page adds its origin itself
  const originHeader: readonly Header[] =
    relayFetch && origin !== undefined ? [["Origin", origin]] : [];
  let first: Promise<DoctorReply | DoctorNoReply> | undefined;
  const send = (request: DoctorRequest) =>
    requests.send(request.isNamed ? namedFetch : fetch, request);
  const initialize: ProbeContext["initialize"] = async (target, withOrigin) => {
    const own = withOrigin ? originHeader : [];
    const isNamed = new URL(target).origin !== url.origin;
    const reply = await send({
      method: "POST",
      url: target,
      headers: [...initializeHeaders, ...own],
      body: initializeText,
      withCredentials: true,
      isNamed,
    });
    const session = headerOf(reply, "mcp-session-id");
    if (session !== undefined) {
      const headers: Header[] = [["Mcp-Session-Id", session], ...own];
      await send({ method: "DELETE", url: target, headers, withCredentials: true, isNamed });
    }
    return reply;
  };
  return {
    ...subject,
    requests,
    send,
    initialize,
    first() {
      first ??= initialize(url.href, true);
      return first;
    },
  };
}

export function headerOf(reply: DoctorReply | DoctorNoReply, name: string): string | undefined {
  return reply.kind === "reply" ? findHeader(reply.head.headers, name) : undefined;
}

/** A response, or an error that a server sends without an id. */
export function isMessage({ message }: DoctorReply): boolean {
  return isJsonObject(message) && message.jsonrpc === "2.0";
}

/**
 * A server must not lead to addresses of a private network that it is not part of itself.
 * Names are not resolved; the relay and the command line refuse them where they resolve.
 */
export function leadsInward({ url }: HttpSubject, target: URL): boolean {
  return isPrivateHost(target.hostname) && !isPrivateHost(url.hostname);
}

/** Whether a URL that the server names may be contacted. */
export function mayFollow(subject: HttpSubject, target: URL): boolean {
  if (target.origin === subject.url.origin) return true;
  return subject.mayContact(target.origin) && !leadsInward(subject, target);
}

/** Names in a header that is a list, in lower case. */
export function namesIn(header: string | undefined): ReadonlySet<string> {
  return new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));
}
