/** Who may speak to the relay at all: exact names of hosts and origins, nothing by resemblance. */

import type { IncomingMessage } from "node:http";

/** What a request says of where it was sent and where it comes from. */
export interface Caller {
  readonly method: string;
  /** The request target as it came. */
  readonly target: string;
  /** Every `Host` that it has: one, unless somebody wants two programs to read it differently. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** How many header fields it has. */
  readonly headers: number;
  /** Whether it asks for a WebSocket. */
  readonly upgrade: boolean;
  /** Whether it is for the one thing that pages of any origin may ask: to be paired. */
  readonly pairing: boolean;
}

/** Why a request is refused, with a sentence for the person who meets it. */
export interface Refusal {
  readonly status: 400 | 403 | 421 | 431;
  readonly reason: string;
}

/** A caller that is welcome. */
export interface Accepted {
  /** The origin that must be named to the browser for the page to read the answer. */
  readonly crossOrigin: string | undefined;
}

export interface OriginPolicy {
  /** Looks at a caller. */
  evaluate(caller: Caller): Promise<Refusal | Accepted>;
}

export interface OriginPolicyOptions {
  /** Where the relay's own page is, for example `http://127.0.0.1:6280`; its hosts are answered to. */
  readonly ownOrigins: readonly string[];
  /** Whether pages of this other origin may speak to the relay. */
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>;
}

/** Header fields of a request; browsers send about twenty. */
const maxHeaders = 200;

/** What a guard has to know of a request. */
export function callerOf(
  { method = "GET", url = "", rawHeaders, headers: { origin } }: IncomingMessage,
  kind: Pick<Caller, "upgrade" | "pairing">,
): Caller {
  const hosts = rawHeaders.filter(
    (_, at) => rawHeaders[at - 1]?.toLowerCase() === "host" && at % 2,
  );
  return { method, target: url, hosts, origin, headers: rawHeaders.length / 2, ...kind };
}

/**
 * Makes a guard. It is what keeps other web sites out, and names that were made to point to this
 * machine (DNS rebinding): a host or an origin that it does not know exactly is refused.
 */
export function createOriginPolicy({ ownOrigins, isAllowed }: OriginPolicyOptions): OriginPolicy {
  const origins = new Set(ownOrigins);
  const hosts = new Set(ownOrigins.map((origin) => new URL(origin).host));
  const address = ownOrigins[0] ?? "the link that it prints";
  return {
    async evaluate({
      method,
      target,
      hosts: [host, ...others],
      origin,
      headers,
      upgrade,
      pairing,
    }) {
      if (headers > maxHeaders) {
        const reason = `This request has ${headers} header fields, and the relay takes ${maxHeaders}.`;
        return { status: 431, reason };
      }
      if (others.length > 0) {
        return { status: 400, reason: "This request names more than one host." };
      }
      if (!target.startsWith("/") && !(method === "OPTIONS" && target === "*")) {
        return { status: 400, reason: "This relay is no proxy: ask it for a path." };
      }
      if (host === undefined || !hosts.has(host.toLowerCase())) {
        return {
          status: 421,
          reason: `This relay does not answer to the host ${quote(host)}. Open it at ${address}.`,
        };
      }
      const foreign: Refusal = {
        status: 403,
        reason: `This relay takes this request from its own page only, not from ${quote(origin)}.`,
      };
      if (origin === undefined) {
        const needed = upgrade || !["GET", "HEAD"].includes(method);
        return needed ? foreign : { crossOrigin: undefined };
      }
      if (origins.has(origin)) return { crossOrigin: undefined };
      if (!isOrigin(origin)) return foreign;
      return pairing || (await isAllowed(origin)) ? { crossOrigin: origin } : foreign;
    },
  };
}

export function isRefusal(verdict: Refusal | Accepted): verdict is Refusal {
  return "status" in verdict;
}

/** The most characters of an origin: names of hosts have at most 253. */
const maxOriginChars = 300;

/** Whether a page of the web can have this origin: `null`, files and extensions cannot be told apart. */
function isOrigin(text: string): boolean {
  if (text.length > maxOriginChars) return false;
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 200));
}
