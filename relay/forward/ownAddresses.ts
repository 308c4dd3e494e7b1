/** The addresses of the relay's own machine, to which a public relay does not forward. */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { embeddedAddresses, type Lookup } from "./addressPolicy.ts";

/** Milliseconds for which the addresses of the public host name are cached. */
const rememberMs = 60_000;

export interface OwnAddresses {
  /** Whether an address, in any notation, belongs to this machine or its public host name. */
  includes(address: string): Promise<boolean>;
}

/**
 * Creates the set of the relay's own addresses.
 * @param publicHost the host of the public URL; its addresses may be those of a reverse proxy
 * @param interfaces returns this machine's current addresses
 */
export function createOwnAddresses(
  publicHost: string | undefined,
  lookup: Lookup,
  interfaces: () => readonly string[] = interfaceAddresses,
): OwnAddresses {
  let found: Promise<readonly string[]> | undefined;
  let until = 0;

  const publicAddresses = () => {
    if (publicHost === undefined) return [];
    if (!found || performance.now() > until) {
      until = performance.now() + rememberMs;
      const host = publicHost.replace(/^\[|\]$/g, "");
      // A name that does not resolve does not lead to this machine either.
      found = isIP(host) ? Promise.resolve([host]) : lookup(host).catch(() => []);
    }
    return found;
  };

  return {
    async includes(address) {
      const own = new Set([...interfaces(), ...(await publicAddresses())].flatMap(namesOf));
      return namesOf(address).some((name) => own.has(name));
    },
  };
}

/** All addresses that an address can stand for, in canonical notation. */
function namesOf(text: string): readonly string[] {
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return [];
  return embeddedAddresses(ipaddr.parse(bare)).map((address) => address.toString());
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap(
    (all) => all?.map(({ address }) => address) ?? [],
  );
}
