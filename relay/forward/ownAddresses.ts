/** The addresses under which the relay's own machine is reached, which no visitor is forwarded to. */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { embeddedAddresses, type Lookup } from "./addressPolicy.ts";

/** Milliseconds for which the addresses of the public name are remembered. */
const rememberMs = 60_000;

export interface OwnAddresses {
  /** Whether an address, however it is written, is one of this machine or of its public name. */
  includes(address: string): Promise<boolean>;
}

/**
 * Makes the set of a relay's own addresses.
 * @param publicHost the host of the public URL, whose addresses may be those of a proxy in front
 * @param interfaces the addresses of this machine at this moment
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
      // a name that cannot be looked up now leads nobody here either
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

/** All the addresses that one can stand for, in one notation. */
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
