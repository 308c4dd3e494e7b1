/** Host and Origin allow-lists, compared exactly. */
import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "../../shared/core/text/addresses.ts";

/** The facts about a request that the policy evaluates. */
interface Caller {
  readonly method: string;
  /** The request target as received. */
  readonly target: string;
  /**
   * Every `Host` header. More than one is an attempt to make two programs interpret the request
   * differently.
   */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  readonly headers: number;
  /** Whether it is a WebSocket upgrade. */
  readonly upgrade: boolean;
  /** Whether it is a pairing request, the only one that pages of any other host may send. */
  readonly pairing: boolean;
}

/** The status of a refused request, and a sentence for the user. */
interface OriginRefusal {
  readonly status: 400 | 403 | 421 | 431;
  readonly reason: string;
}

interface Accepted {
  /** The value of `Access-Control-Allow-Origin`, if the page has another origin. */
  readonly crossOrigin: string | undefined;
}

export interface OriginPolicy {
  evaluate(caller: Caller): Promise<OriginRefusal | Accepted>;
}

interface OriginPolicyOptions {
  /** The origins of the relay's own page; their hosts are allowed. */
  readonly ownOrigins: readonly string[];
  /** Other hosts (with port) at which programs and pages of allowed origins reach the relay. */
  readonly otherHosts: readonly string[];
  /** Whether pages of this other origin may use the relay. */
  readonly isAllowed: (origin: string) => boolean | Promise<boolean>;
}

/** Maximum number of header fields of a request; browsers send about twenty. */
const maxHeaders = 200;

/** Extracts the facts from a request. */
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
 * Creates the policy. It protects against other web sites and against names that resolve to this
 * machine (DNS rebinding): any host or origin that is not on its lists is refused.
 */
export function createOriginPolicy(options: OriginPolicyOptions): OriginPolicy {
  const { ownOrigins, otherHosts, isAllowed } = options;
  const origins = new Set(ownOrigins);
  const hosts = new Set([...ownOrigins.map((origin) => new URL(origin).host), ...otherHosts]);
  const ports = new Set([...hosts].map((host) => URL.parse(`http://${host}`)?.port));
  const isOwnPlace = ({ host, hostname, port }: URL) =>
    hosts.has(host) || (ports.has(port) && isLoopbackHost(hostname));
  const address = ownOrigins[0] ?? "the link that it printed";
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
        const reason = `This request has ${headers} header fields; the relay accepts ${maxHeaders}.`;
        return { status: 431, reason };
      }
      if (others.length > 0) {
        return { status: 400, reason: "This request has more than one Host header." };
      }
      if (!target.startsWith("/") && !(method === "OPTIONS" && target === "*")) {
        return {
          status: 400,
          reason: "This relay is not a proxy: send a path as the request target.",
        };
      }
      if (host === undefined || !hosts.has(host.toLowerCase())) {
        return {
          status: 421,
          reason: `This relay does not answer to the host ${quote(host)}. Open it at ${address}.`,
        };
      }
      const foreign: OriginRefusal = {
        status: 403,
        reason: `This relay accepts this request from its own page only, not from ${quote(origin)}.`,
      };
      if (origin === undefined) {
        const needed = upgrade || !["GET", "HEAD"].includes(method);
        return needed ? foreign : { crossOrigin: undefined };
      }
      if (origins.has(origin)) return { crossOrigin: undefined };
      if (!isOrigin(origin)) return foreign;
      // Pages of other programs at the relay's port would look like its own in the terminal.
      const mayAsk = pairing && !isOwnPlace(new URL(origin));
      return mayAsk || (await isAllowed(origin)) ? { crossOrigin: origin } : foreign;
    },
  };
}

export function isRefusal(verdict: OriginRefusal | Accepted): verdict is OriginRefusal {
  return "status" in verdict;
}

/** Maximum length of an origin; host names have at most 253 characters. */
const maxOriginChars = 300;

/** Whether this is the origin of a web page. `null`, files and extensions do not identify one. */
function isOrigin(text: string): boolean {
  if (text.length > maxOriginChars) return false;
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 200));
}
