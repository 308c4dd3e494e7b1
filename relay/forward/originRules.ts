/** Decides which origins pages may reach through the relay, where the operator lists them. */

/** Whether the rule permits an origin. */
export type OriginRule = (origin: URL) => boolean;

/**
 * Reads a rule: an origin, or a host for its https origin; `*.` in front of the host stands for every
 * name below it.
 * @returns undefined if it is neither
 */
export function readOriginRule(text: string): OriginRule | undefined {
  const [, scheme = "https", wildcard = "", host = ""] =
    /^(?:(https?):\/\/)?(\*\.)?([^*/?#@\\\s]+)\/?$/.exec(text) ?? [];
  const wanted = URL.parse(`${scheme}://${host}`);
  if (host === "" || !wanted) return undefined;
  return ({ protocol, hostname, port }) => {
    if (protocol !== wanted.protocol || port !== wanted.port) return false;
    return wildcard === ""
      ? hostname === wanted.hostname
      : hostname.endsWith(`.${wanted.hostname}`) && hostname.length > wanted.hostname.length + 1;
  };
}
