/** Which addresses the relay connects to for a page, however they are written. */
import ipaddr from "ipaddr.js";

/** `private`: wherever the person agrees, private networks included; `public`: public addresses only. */
export type AddressMode = "private" | "public";

/** Finds the addresses of a name; rejects as `dns.lookup` does. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

type Address = ReturnType<typeof ipaddr.parse>;

/** Where clouds tell machines their secrets, beyond the link-local addresses. */
const metadataAddresses = new Set([
  "fd20:ce::254", // Google
  "100.100.100.200", // Alibaba
  "192.0.0.192", // Oracle
  "168.63.129.16", // Azure
]);

/** AWS answers in all of it: metadata, the credentials of containers, the names of a private network. */
const metadataNetwork = ipaddr.parseCIDR("fd00:ec2::/32");

/** Where a network turns IPv4 into IPv6 as it likes. @see https://www.rfc-editor.org/rfc/rfc8215 */
const localTranslation = ipaddr.parseCIDR("64:ff9b:1::/48");

const metadataNames = new Set(["metadata", "metadata.google.internal", "metadata.goog"]);

/**
 * Says why a host's name is never connected to, if so.
 * @param hostname as `URL.hostname` gives it
 */
export function nameRefusal(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return metadataNames.has(name) ? `${name} is where a cloud keeps its secrets` : undefined;
}

/**
 * Says why an address is not connected to, if so. What is wrapped into an IPv6 address (mapped,
 * translated, tunnelled) is judged by the IPv4 address within.
 * @see https://www.rfc-editor.org/rfc/rfc6890
 */
export function addressRefusal(text: string, mode: AddressMode): string | undefined {
  // which cable it is on changes nothing about an address
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return `${text} is no address`;
  for (const address of embeddedAddresses(ipaddr.parse(bare))) {
    const refusal = refusalOf(address, text, mode);
    if (refusal) return refusal;
  }
  return undefined;
}

function refusalOf(address: Address, text: string, mode: AddressMode): string | undefined {
  const range = rangeOf(address);
  if (range === "linkLocal" || isMetadata(address)) {
    return `${text} is where clouds keep their secrets, or no address beyond one cable (${range})`;
  }
  if (range === "multicast" || range === "broadcast") return `${text} is no single host (${range})`;
  if (mode === "public" && range !== "unicast") {
    return `${text} is not a public address (${range}), and this relay forwards to public ones only`;
  }
  return undefined;
}

function isMetadata(address: Address): boolean {
  if (metadataAddresses.has(address.toString())) return true;
  return address.kind() === "ipv6" && address.match(metadataNetwork);
}

/** Of IPv6, only a part has ever been given out: what is unicast elsewhere leads nowhere public. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

function rangeOf(address: Address): string {
  const range = address.range();
  const isGiven = address.kind() === "ipv4" || address.match(globalUnicast);
  return range === "unicast" && !isGiven ? "unassigned" : range;
}

/**
 * The addresses that an address can stand for: IPv4 where IPv6 only carries it; where it may be
 * either, both.
 */
export function embeddedAddresses(address: Address): readonly Address[] {
  if (address.kind() === "ipv4") return [address];
  const { parts } = address as InstanceType<typeof ipaddr.IPv6>;
  if (address.match(localTranslation)) return [address, ...translations(address.toByteArray())];
  const range = address.range();
  // server and client, whose address is inverted; https://www.rfc-editor.org/rfc/rfc4380#section-4
  if (range === "teredo") return [address, v4At(parts, 2), v4At(parts.map(inverted), 6)];
  if (isIsatap(parts)) return [address, v4At(parts, 6)];
  const at = embeddedAt(range, parts);
  return at === undefined ? [address] : [v4At(parts, at)];
}

const inverted = (part: number) => part ^ 0xffff;

/**
 * Whether the interface is one that tunnels to the IPv4 address at its end, in whatever network.
 * Two bits of its first part tell universal and group addresses.
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
 * The IPv4 address as it stands behind each length of prefix that a network may have chosen.
 * @see https://www.rfc-editor.org/rfc/rfc6052#section-2.2
 */
function translations(bytes: readonly number[]): readonly Address[] {
  // the ninth byte is skipped
  const places = [
    [6, 7, 9, 10],
    [7, 9, 10, 11],
    [9, 10, 11, 12],
    [12, 13, 14, 15],
  ];
  return places.map((place) => new ipaddr.IPv4(place.map((index) => bytes[index] ?? 0)));
}

/** Which of the eight parts an IPv4 address begins with, if there is one within. */
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
      // ::a.b.c.d, once used for tunnels; not :: and ::1
      const isCompatible = parts.slice(0, 6).every((part) => part === 0);
      return isCompatible && (parts[6] ?? 0) !== 0 ? 6 : undefined;
    }
  }
}
