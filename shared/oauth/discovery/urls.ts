/** Which URLs may be used on the way to a token, and which are asked about first. */
import { isLoopbackHost, isPrivateHost } from "../../core/addresses.ts";

/** Why a URL must not be used. */
export type UrlIssue =
  | "not-a-url"
  | "scheme"
  | "not-https"
  | "userinfo"
  | "fragment"
  | "query"
  | "whitespace";

export interface UrlRules {
  /** The MCP server: whoever speaks to it over plain http chose so for its host. */
  readonly serverUrl: string;
  /** Issuers have neither query nor fragment. */
  readonly isIssuer?: boolean;
}

/**
 * Says why a URL from a document must not be used.
 * @returns undefined where it may be: https, or plain http to this machine or to the MCP server's own host
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

/** An address without its query and fragment, in which keys are often carried. */
export function withoutQuery(text: string): string {
  const url = URL.parse(text);
  if (!url || url.search + url.hash + url.username + url.password === "") return text;
  return url.origin + url.pathname;
}

/** Whether a public server's document leads to an address inside. */
export function leadsToPrivateHost(url: string, serverUrl: string): boolean {
  const [target, server] = [URL.parse(url), URL.parse(serverUrl)];
  return (
    target !== null &&
    server !== null &&
    isPrivateHost(target.hostname) &&
    !isPrivateHost(server.hostname)
  );
}

/** Whether two URLs are of different hosts; a name below the other one counts as the same. */
export function isOtherHost(url: string, from: string): boolean {
  const [one, other] = [URL.parse(url)?.hostname, URL.parse(from)?.hostname];
  if (one === undefined || other === undefined) return true;
  return one !== other && !one.endsWith(`.${other}`) && !other.endsWith(`.${one}`);
}
