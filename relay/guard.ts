/** Who may speak to the relay at all: exact names of hosts and origins, nothing by resemblance. */

/** What a request says of where it was sent and where it comes from. */
export interface Caller {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Whether it asks for a WebSocket. */
  readonly upgrade: boolean;
}

/** Why a request is refused, with a sentence for the person who meets it. */
export interface Refusal {
  readonly status: 403 | 421;
  readonly reason: string;
}

/** Looks at a caller; undefined where it is welcome. */
export type Guard = (caller: Caller) => Refusal | undefined;

/**
 * Makes a guard that knows these origins, and the hosts in them, and no others. It is what keeps
 * other web sites out, and names that were made to point to this machine (DNS rebinding).
 * @param origins for example `http://127.0.0.1:6280`
 */
export function createGuard(origins: readonly string[]): Guard {
  const allowedOrigins = new Set(origins);
  const allowedHosts = new Set(origins.map((origin) => new URL(origin).host));
  const home = origins[0] ?? "the link that it prints";
  return ({ method, host, origin, upgrade }) => {
    if (host === undefined || !allowedHosts.has(host.toLowerCase())) {
      return {
        status: 421,
        reason: `This relay does not answer to the host ${quote(host)}. Open it at ${home}.`,
      };
    }
    const originNeeded = upgrade || !["GET", "HEAD"].includes(method);
    if (origin === undefined ? originNeeded : !allowedOrigins.has(origin)) {
      return {
        status: 403,
        reason: `This relay takes this request from its own page only, not from ${quote(origin)}.`,
      };
    }
    return undefined;
  };
}

function quote(value: string | undefined): string {
  return value === undefined ? "(none)" : JSON.stringify(value.slice(0, 200));
}
