/** Rules for the URLs of OAuth endpoints and metadata. */
import { isLoopbackHost, isPrivateHost } from "../../core/text/addresses.ts";

/** Why a URL must not be used. */
type UrlIssue =
  | "not-a-url"
  | "scheme"
  | "not-https"
  | "userinfo"
  | "fragment"
  | "query"
  | "whitespace";

export interface UrlRules {
  /** The MCP endpoint; where it uses plain http, its host may be used over plain http. */
  readonly serverUrl: string;
  /** Issuers must have no query. */
  readonly isIssuer?: boolean;
}

/**
 * Checks a URL from metadata or settings.
 * @returns why it must not be used; undefined for https, and for plain http to this machine or to the MCP server's host
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security
 */
export function checkUrl(value: string, rules: UrlRules): UrlIssue | undefined {
  if (/\s/.test(value)) return "whitespace";
  const url = URL.parse(value);
  if (!url) return "not-a-url";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.protocol === "http:" && !mayUsePlainHttp(url.hostname, rules.serverUrl))
    return "not-https";
  if (url.username !== "" || url.password !== "") return "userinfo";
  if (value.includes("#")) return "fragment";
  if (rules.isIssuer && value.includes("?")) return "query";
  return undefined;
}

function mayUsePlainHttp(hostname: string, serverUrl: string): boolean {
  const server = URL.parse(serverUrl);
  return isLoopbackHost(hostname) || (server?.protocol === "http:" && server.hostname === hostname);
}

/** A URL without query, fragment and userinfo, which often hold keys. */
export function withoutQuery(text: string): string {
  const url = URL.parse(text);
  if (!url || url.search + url.hash + url.username + url.password === "") return text;
  return url.origin + url.pathname;
}

/** Whether a URL from a public server's metadata leads to this machine or a private network. */
export function leadsToPrivateHost(url: string, serverUrl: string): boolean {
  const [target, server] = [URL.parse(url), URL.parse(serverUrl)];
  return (
    target !== null &&
    server !== null &&
    isPrivateHost(target.hostname) &&
    !isPrivateHost(server.hostname)
  );
}

/** Whether two URLs have different hosts; a subdomain of the other host does not count as different. */
export function isOtherHost(url: string, from: string): boolean {
  const [one, other] = [URL.parse(url)?.hostname, URL.parse(from)?.hostname];
  if (one === undefined || other === undefined) return true;
  return one !== other && !one.endsWith(`.${other}`) && !other.endsWith(`.${one}`);
}
