/** Replaces the addresses of the servers behind a tap with those of the tap, and back. */

/** An origin, and the address of the tap that stands for it. */
export interface TappedOrigin {
  readonly origin: string;
  readonly own: () => string;
}

/** The scheme and the authority of an address, with a user name and a port if it has them. */
const base = /^https?:\/\/[^/?#\\]*/i;

/** The same in a text, where punctuation ends it. */
const basesInText = /\bhttps?:\/\/[^\s"'<>,;/?#\\]*/gi;

/** What names a place whatever the address of the answer is. */
const isRooted = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i;

export interface TapAddresses {
  /** An address of a server as that of the tap; anything else as it is. */
  toTap(address: string): string;
  /**
   * A header with addresses in it.
   * @param onReplaced gets each that is replaced, without its path
   */
  textToTap(text: string, onReplaced?: (from: string, to: string) => void): string;
  /**
   * Where an answer leads to.
   * @param target the address of the request at the server
   */
  locationToTap(location: string, target: URL): string;
  /** An address of the tap as that of the server. */
  toServer(address: string): string;
}

export function createTapAddresses(origins: readonly TappedOrigin[]): TapAddresses {
  const ownOf = (address: string): string | undefined => {
    const origin = URL.parse(address)?.origin;
    return origins.find((each) => each.origin === origin)?.own();
  };
  const toTap = (address: string): string => {
    const [found] = base.exec(address) ?? [];
    if (found === undefined) return address;
    const own = ownOf(found);
    return own === undefined ? address : own + address.slice(found.length);
  };
  return {
    toTap,
    textToTap: (text, onReplaced) =>
      text.replace(basesInText, (from) => {
        const to = toTap(from);
        if (to !== from) onReplaced?.(from, to);
        return to;
      }),
    locationToTap(location, target) {
      if (!isRooted.test(location)) return location;
      const url = URL.parse(location, target.href);
      const own = url ? ownOf(url.origin) : undefined;
      if (!url || own === undefined) return location;
      // a path stays one, unless those of the tap have something before them
      const isPath = /^\/(?![/\\])/.test(location);
      if (isPath && URL.parse(own)?.pathname === "/") return location;
      return own + url.pathname + url.search + url.hash;
    },
    toServer(address) {
      for (const { origin, own } of origins) {
        for (const each of [own(), own().replace("127.0.0.1", "localhost")]) {
          const rest = address.slice(each.length);
          if (address.startsWith(each) && /^(?:[/?#]|$)/.test(rest)) return origin + rest;
        }
      }
      return address;
    },
  };
}
