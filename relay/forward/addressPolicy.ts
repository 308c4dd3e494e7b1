/** Decides which addresses the relay may connect to for a page, in any notation. */
import ipaddr from "ipaddr.js";

/** `private`: private networks included, with the user's consent; `public`: public addresses only. */
export type AddressMode = "private" | "public";

/** Resolves a host name; rejects like `dns.lookup`. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

type Address = ReturnType<typeof ipaddr.parse>;

/** Cloud metadata services at addresses that are not link-local. */
const metadataAddresses = new Set([
  "fd20:ce::254", // Google
  "100.100.100.200", // Alibaba
  "192.0.0.192", // Oracle
  "168.63.129.16", // Azure
]);

/** AWS uses all of it: metadata, container credentials, private DNS. */
const metadataNetwork = ipaddr.parseCIDR("fd00:ec2::/32");

/** Local-use prefix for IPv4/IPv6 translation. @see https://www.rfc-editor.org/rfc/rfc8215 */
const localTranslation = ipaddr.parseCIDR("64:ff9b:1::/48");

const metadataNames = new Set(["metadata", "metadata.google.internal", "metadata.goog"]);

/**
 * Why a host name must never be connected to, or undefined.
 * @param hostname as `URL.hostname` gives it
 */
export function nameRefusal(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return metadataNames.has(name) ? `${name} is a cloud metadata service` : undefined;
}

/**
 * Why an address must not be connected to, or undefined. For IPv6 addresses that embed an IPv4
 * address (mapped, translated, tunnelled), the embedded address is checked.
 * @see https://www.rfc-editor.org/rfc/rfc6890
 */
export function addressRefusal(text: string, mode: AddressMode): string | undefined {
  // The zone id does not matter.
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return `${text} is not an IP address`;
  for (const address of embeddedAddresses(ipaddr.parse(bare))) {
    const refusal = refusalOf(address, text, mode);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalOf(address: Address, text: string, mode: AddressMode): string | undefined {
  const range = rangeOf(address);
  if (range === "linkLocal" || isMetadata(address)) {
    return `${text} is a cloud metadata service or a link-local address (${range})`;
  }
  if (range === "multicast" || range === "broadcast")
    return `${text} is not the address of a single host (${range})`;
  if (mode === "public" && range !== "unicast") {
    return `${text} is not a public address (${range}), and this relay forwards to public ones only`;
  }
  return undefined;
}

function isMetadata(address: Address): boolean {
  if (metadataAddresses.has(address.toString())) return true;
  return address.kind() === "ipv6" && address.match(metadataNetwork);
}

/** The only IPv6 range assigned for global unicast so far. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function rangeOf(address: Address): string {
  const range = address.range();
  const isGiven = address.kind() === "ipv4" || address.match(globalUnicast);
  return range === "unicast" && !isGiven ? "unassigned" : range;
}

/**
 * The addresses that an address can stand for: the embedded IPv4 address, or both where it is
 * ambiguous.
 */
export function embeddedAddresses(address: Address): readonly Address[] {
  if (address.kind() === "ipv4") return [address];
  const { parts } = address as InstanceType<typeof ipaddr.IPv6>;
  if (address.match(localTranslation)) return [address, ...translations(address.toByteArray())];
  const range = address.range();
  // The addresses of the Teredo server and, inverted, of the client; https://www.rfc-editor.org/rfc/rfc4380#section-4
  if (range === "teredo") return [address, v4At(parts, 2), v4At(parts.map(inverted), 6)];
  if (isIsatap(parts)) return [address, v4At(parts, 6)];
  const at = embeddedAt(range, parts);
  return at === undefined ? [address] : [v4At(parts, at)];
}

const inverted = (part: number) => part ^ 0xffff;

/**
 * Whether an address has an ISATAP interface identifier, which ends with an IPv4 address. Two bits
 * of its first part are the universal and group flags.
 * @see https://www.rfc-editor.org/rfc/rfc5214#section-6.1
 */
function isIsatap(parts: readonly number[]): boolean {
  return ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe;
}

function v4At(parts: readonly number[], at: number): Address {
  const [high = 0, low = 0] = parts.slice(at, at + 2);
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
}

/**
 * The embedded IPv4 address for each prefix length that a network may use.
 * @see https://www.rfc-editor.org/rfc/rfc6052#section-2.2
 */
function translations(bytes: readonly number[]): readonly Address[] {
  // Byte 8 is reserved.
  const places = [
    [6, 7, 9, 10],
    [7, 9, 10, 11],
    [9, 10, 11, 12],
    [12, 13, 14, 15],
  ];
  return places.map((place) => new ipaddr.IPv4(place.map((index) => bytes[index] ?? 0)));
}

/** The index of the part at which an embedded IPv4 address begins, if there is one. */
function embeddedAt(range: string, parts: readonly number[]): number | undefined {
  switch (range) {
    // ::ffff:a.b.c.d, ::ffff:0:a.b.c.d, 64:ff9b::a.b.c.d
    case "ipv4Mapped":
    case "rfc6145":
    case "rfc6052":
      return 6;
    case "6to4":
      return 1;
    default: {
      // ::a.b.c.d, deprecated IPv4-compatible addresses; not :: and ::1
      const isCompatible = parts.slice(0, 6).every((part) => part === 0);
      return isCompatible && (parts[6] ?? 0) !== 0 ? 6 : undefined;
    }
  }
}
