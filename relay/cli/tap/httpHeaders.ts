/** The headers that a tap passes on: as they are, except for those that name the tap or its connections. */
import type { IncomingHttpHeaders } from "node:http";
import {
  connectionHeaders,
  isOfBrowser,
  mapHeaders,
  sandboxHeaders,
} from "../../http/messageHeaders.ts";
import type { RewrittenMember } from "./rewriteMetadata.ts";
import type { TapAddresses } from "./tapAddresses.ts";

/** Why the tap does not forward a request. */
const refusals = {
  host: "The tap answers to 127.0.0.1 and localhost at its port only.",
  page: "The tap forwards no requests of web pages and browsers.",
};

/** The hosts that a server of this machine at a port answers to. */
export function loopbackHosts(port: number): readonly string[] {
  return ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
}

/**
 * Why a request is not forwarded: by its host, against DNS rebinding, or because it is of a page.
 * @param hosts see {@link loopbackHosts}; undefined for what came through a relay, which has checked it
 * @returns a sentence; undefined if the request is forwarded
 */
export function tapRefusal(
  headers: IncomingHttpHeaders,
  hosts: readonly string[] | undefined,
): string | undefined {
  if (hosts && !hosts.includes(headers.host ?? "")) return refusals.host;
  const origins = hosts?.map((host) => `http://${host}`) ?? [];
  return isOfBrowser(headers, origins) ? refusals.page : undefined;
}

/** What decides about the headers of a tap. */
export interface HeaderRules {
  /** The server. */
  readonly url: URL;
  readonly addresses: TapAddresses;
  /**
   * Whether cookies pass. They belong to a host name, whatever its port, so that those of the tap
   * are also those of every other program at 127.0.0.1.
   */
  readonly hasCookies: boolean;
  /** Whether `WWW-Authenticate` and `Location` name the tap in place of the server. */
  readonly namesTap: boolean;
  readonly onRewrite?: ((change: RewrittenMember) => void) | undefined;
  /** Other session ids for the server than for its clients. */
  readonly sessionIds?: {
    readonly toServer: (id: string) => string;
    readonly toClient: (id: string) => string;
  };
}

/** The headers for the server. */
export function toServer(raw: readonly string[], rules: HeaderRules): string[] {
  const { url, addresses, hasCookies, sessionIds } = rules;
  return mapHeaders(raw, (name, value) => {
    if (name === "mcp-session-id") return sessionIds?.toServer(value) ?? value;
    if (name === "host") return url.host;
    if (name === "origin" || name === "referer") return addresses.toServer(value);
    if (name === "cookie" && !hasCookies) return undefined;
    // the length of the body stays the same
    return name === "transfer-encoding" ? value : connectionHeaders.has(name) ? undefined : value;
  });
}

/** The headers of a request for an answer that the tap reads. */
export function forReading(raw: readonly string[]): string[] {
  const kept = mapHeaders(raw, (name, value) =>
    /^(?:accept-encoding|range)$/.test(name) ? undefined : value,
  );
  return [...kept, "Accept-Encoding", "identity"];
}

/**
 * The headers for the client. Answers that a browser would show or run are sandboxed: at the tap's
 * address they would have the storage of whatever else was there.
 * @param target the address of the request at the server
 * @param isRewritten whether the body changes its length
 */
export function toClient(
  raw: readonly string[],
  { addresses, hasCookies, namesTap, sessionIds, onRewrite }: HeaderRules,
  { target, isRewritten }: { target: URL; isRewritten: boolean },
): string[] {
  const isSandboxed = !isMessages(raw);
  const headers = mapHeaders(raw, (name, value) => {
    if (name === "mcp-session-id") return sessionIds?.toClient(value) ?? value;
    const path = target.pathname;
    if (namesTap && name === "www-authenticate") {
      return addresses.textToTap(value, (from, to) =>
        onRewrite?.({ path, member: "WWW-Authenticate", from, to }),
      );
    }
    if (namesTap && name === "location") {
      const to = addresses.locationToTap(value, target);
      if (to !== value) onRewrite?.({ path, member: "Location", from: value, to });
      return to;
    }
    if (name === "set-cookie" && !hasCookies) return undefined;
    // browsers read only the first one
    if (name === "x-content-type-options" && isSandboxed) return undefined;
    if (connectionHeaders.has(name)) return undefined;
    return name === "content-length" && isRewritten ? undefined : value;
  });
  return isSandboxed ? [...headers, ...sandboxHeaders] : headers;
}

/** Whether a body is JSON or an event stream, by a single type that browsers read in the same way. */
function isMessages(raw: readonly string[]): boolean {
  const types = raw.filter(
    (_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "content-type",
  );
  return (
    types.length === 1 &&
    /^(?:application\/json|text\/event-stream)[\t ]*(?:;[^,]*)?$/i.test(types[0] ?? "")
  );
}
