/** Host names at which a local relay serves its page: random ones below `.localhost`, which no other program can have used. */

/**
 * Bytes of randomness in a name. A program that used the port earlier would have had to guess them to
 * leave a service worker or stored data at the page's origin.
 */
export const pageHostBytes = 10;

/** Base32 without padding: the names of hosts ignore case. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";

const pattern = /^mcp-[a-z2-7]{16}\.localhost$/;

/**
 * Formats random bytes as a host name. Browsers resolve all names below `.localhost` to the loopback
 * interface and treat them as secure contexts.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 * @see https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
export function formatPageHost(random: Uint8Array): string {
  const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{5}/g) ?? [];
  return `mcp-${letters.map((digits) => alphabet[Number.parseInt(digits, 2)]).join("")}.localhost`;
}

/** Whether a host name (without port) has the form of {@link formatPageHost}. */
export function isPageHost(hostname: string): boolean {
  return pattern.test(hostname);
}

/**
 * The same URL with the loopback address as its host, if its host is one of a page. Authorization
 * servers accept this address as redirect URI and no names below `.localhost`; links with it also
 * work at the relays of other users. The relay redirects it to the page.
 * @see https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export function toLoopbackUrl(address: string): string {
  const url = new URL(address);
  if (isPageHost(url.hostname)) url.hostname = "127.0.0.1";
  return url.href;
}
