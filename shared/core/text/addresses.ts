/** Classifies host names and IP addresses (loopback, this machine only, private network) and ports that browsers block. */

/**
 * Whether a URL's host is the loopback interface. Names below `.localhost` count, because browsers
 * resolve them to the loopback interface without asking DNS.
 * @param hostname as `URL.hostname` gives it: lower case, IPv6 in brackets
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === "[::1]" ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\]$/.test(hostname)
  );
}

/**
 * Whether a host to listen on or to connect to from Node is this machine and no other. Stricter
 * than {@link isLoopbackHost}: names below `.localhost` do not count, because the system's resolver
 * may send them elsewhere.
 * @param host as users write it: any case, IPv6 with or without brackets
 */
export function isLoopbackAddress(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

const privateIpv4 = [
  /^0\./,
  /^10\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^198\.1[89]\./,
];

/**
 * Whether a URL's host is this machine or, as far as its name shows, part of a private network.
 * Nothing is resolved: a public name with a private address is not recognised. The relay checks
 * resolved addresses itself (`relay/forward/addressPolicy.ts`).
 * @param hostname as `URL.hostname` gives it: lower case, IPv6 in brackets
 * @see https://www.rfc-editor.org/rfc/rfc6890
 */
export function isPrivateHost(hostname: string): boolean {
  // a trailing dot makes the name absolute and changes nothing else
  const host = hostname.replace(/\.$/, "");
  if (isLoopbackHost(host)) return true;
  if (host.startsWith("[")) return isPrivateIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return privateIpv4.some((range) => range.test(host));
  return !host.includes(".") || /\.(local|internal|lan|home\.arpa|intranet)$/.test(host);
}

/**
 * IPv6 forms that carry an IPv4 address, as `URL.hostname` writes them: mapped, compatible, NAT64,
 * 6to4 and ISATAP.
 * @see https://www.rfc-editor.org/rfc/rfc6052#section-2.1
 * @see https://www.rfc-editor.org/rfc/rfc5214#section-6.1
 */
const embeddedIpv4 = [
  /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
  /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/,
  /:(?:200:|0:|:)?5efe:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/,
];

function isPrivateIpv6(address: string): boolean {
  for (const form of embeddedIpv4) {
    const [, ...halves] = form.exec(address) ?? [];
    if (halves.length === 0) continue;
    const bytes = halves
      .map((half) => Number.parseInt(half, 16))
      .flatMap((half) => [half >> 8, half & 255]);
    if (isPrivateHost(bytes.join("."))) return true;
  }
  return address === "::" || /^f[cd]/.test(address) || /^fe[89a-f]/.test(address);
}

/**
 * The ports that browsers block because programs other than web servers listen there.
 * @see https://fetch.spec.whatwg.org/#port-blocking
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** Whether browsers block a port. */
export function isBlockedPort(port: number): boolean {
  return blockedPorts.has(port);
}
