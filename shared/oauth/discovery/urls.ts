/** Which URLs may be used on the way to a token, and which are asked about first. */

/** Why a URL must not be used. */
export type UrlTrouble =
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
export function urlTrouble(value: string, rules: UrlRules): UrlTrouble | undefined {
  if (/\s/.test(value)) return "whitespace";
  const url = URL.parse(value);
  if (!url) return "not-a-url";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "scheme";
  if (url.protocol === "http:" && !mayBePlain(url.hostname, rules.serverUrl)) return "not-https";
  if (url.username !== "" || url.password !== "") return "userinfo";
  if (value.includes("#")) return "fragment";
  if (rules.isIssuer && value.includes("?")) return "query";
  return undefined;
}

function mayBePlain(hostname: string, serverUrl: string): boolean {
  const server = URL.parse(serverUrl);
  return isLoopback(hostname) || (server?.protocol === "http:" && server.hostname === hostname);
}

/** An address without its query and fragment, in which keys are often carried. */
export function withoutQuery(text: string): string {
  const url = URL.parse(text);
  if (!url || url.search + url.hash + url.username + url.password === "") return text;
  return url.origin + url.pathname;
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === "[::1]" ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/.test(hostname)
  );
}

const privateV4 = [
  /^0\./,
  /^10\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^198\.1[89]\./,
];

/** Whether a host is this machine or, as far as its name tells, one of a private network. */
export function isInward(host: string): boolean {
  // with a dot at its end a name is the same name
  const hostname = host.replace(/\.$/, "");
  if (isLoopback(hostname)) return true;
  if (hostname.startsWith("[")) return isInwardV6(hostname.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return privateV4.some((range) => range.test(hostname));
  return !hostname.includes(".") || /\.(local|internal|lan|home\.arpa|intranet)$/.test(hostname);
}

/**
 * Forms of IPv6 addresses that lead to an IPv4 address, as the platform writes them: mapped,
 * compatible, NAT64, 6to4, ISATAP.
 * @see https://www.rfc-editor.org/rfc/rfc6052#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc5214#section-6.1
 */
const embeddedV4 = [
  /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/,
  /:(?:200:|0:|:)?5efe:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
];

function isInwardV6(address: string): boolean {
  for (const form of embeddedV4) {
    const [, ...halves] = form.exec(address) ?? [];
    if (halves.length === 0) continue;
    const bytes = halves
      .map((half) => Number.parseInt(half, 16))
      .flatMap((half) => [half >> 8, half & 255]);
    if (isInward(bytes.join("."))) return true;
  }
  return address === "::" || /^f[cd]/.test(address) || /^fe[89a-f]/.test(address);
}

/** Whether a public server's document leads to an address inside. */
export function pointsInward(url: string, serverUrl: string): boolean {
  const [target, server] = [URL.parse(url), URL.parse(serverUrl)];
  return (
    target !== null && server !== null && isInward(target.hostname) && !isInward(server.hostname)
  );
}

/** Whether two URLs are of different hosts; a name below the other one counts as the same. */
export function isOtherHost(url: string, from: string): boolean {
  const [one, other] = [URL.parse(url)?.hostname, URL.parse(from)?.hostname];
  if (one === undefined || other === undefined) return true;
  return one !== other && !one.endsWith(`.${other}`) && !other.endsWith(`.${one}`);
}
