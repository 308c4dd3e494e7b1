/** What a relay can be asked to be, and which combinations of that are safe. */
import type { ProcessCommand } from "../shared/relay/frames/processFrames.ts";
import type { ConfiguredServers } from "./config/configService.ts";
import type { Lookup } from "./forward/addressPolicy.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import type { Logger } from "./logger.ts";
import type { Store } from "./store/store.ts";

/**
 * Where the relay forwards HTTP to: wherever the person agrees (`private`), to public addresses
 * only (`public`), or nowhere (`off`).
 */
export type ForwardMode = "private" | "public" | "off";

/** An address to listen at for scrapes of the metrics alone. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/**
 * A relay is *public* when it has a `publicUrl` or listens beyond loopback. A public relay starts
 * no processes and forwards nothing unless told to, gives out no sessions while it does neither,
 * and keeps its metrics off the address that everybody can reach.
 */
export interface RelayOptions {
  /** This port or none; 0 for any. Without it, the usual port or the next one that is free. */
  readonly port?: number;
  /** The address to listen on; without it, loopback. Anything beyond needs `publicUrl`. */
  readonly host?: string;
  /** The address at which people open the page, for example `https://play.example.com/`. */
  readonly publicUrl?: string;
  /** The folder of the built page; leave it out where somebody else serves the page. */
  readonly pageDir?: string;
  /** Origins of pages hosted elsewhere that may speak to this relay across origins. */
  readonly allowOrigins?: readonly string[];
  /** Further origins that hand their own address on to this relay, such as a dev server's. */
  readonly trustOrigins?: readonly string[];
  /**
   * The proxies whose `X-Forwarded-For` is believed when visitors are counted: addresses, ranges
   * and the names that Express has for them (`loopback`, `uniquelocal`), with commas between.
   */
  readonly trustProxy?: string;
  /** Where stored blobs are, and sessions as well when it is shared; without it, in memory. */
  readonly store?: Store;
  /** `private` unless the relay is public, then `off`. */
  readonly forward?: ForwardMode;
  /** Finds the addresses of names for forwarding; without it, the system does. */
  readonly lookup?: Lookup;
  /** Whether pages may start processes: yes unless the relay is public. */
  readonly stdio?: boolean;
  /** Whether pages may store sealed blobs: only if the relay is public. */
  readonly blobs?: boolean;
  readonly limits?: Partial<Limits>;
  /**
   * Half of the key with which the relay's own page seals what it remembers on a device, 32 bytes;
   * without it, the page has its own half alone.
   */
  readonly deviceKey?: Uint8Array;
  /** Hears what happens, without secrets; without it, nobody does. */
  readonly logger?: Logger;
  /** Where to answer scrapes; without it, a relay that is not public answers at `/api/metrics`. */
  readonly metrics?: MetricsAddress;
  /** What pages find ready to connect to. */
  readonly servers?: ConfiguredServers;
  /** Hears of each process that a page has started. */
  readonly onStart?: (command: ProcessCommand) => void;
  /** Says a sentence to the person at the terminal, for example the code of a pairing. */
  readonly say?: (sentence: string) => void;
}

/** The same, settled: nothing left to assume. */
export interface ResolvedOptions {
  readonly isPublic: boolean;
  /** Undefined for both loopback addresses. */
  readonly host: string | undefined;
  readonly publicUrl: URL | undefined;
  readonly allowOrigins: readonly string[];
  readonly forward: ForwardMode;
  readonly stdio: boolean;
  readonly blobs: boolean;
  /** Whether there is anything that a page needs a session for. */
  readonly sessions: boolean;
  readonly limits: Limits;
}

/** What is otherwise where many come, and something in front has to notice that a relay ends. */
const publicLimits: Partial<Limits> = { sockets: 1024, connections: 8192, drainNoticeMs: 2000 };

/** The options contradict each other or would be unsafe; the message says why and what to do. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * Fills in what was left out and refuses what would be unsafe.
 * @throws {OptionError} in words for the person who chose
 */
export function resolveOptions(options: RelayOptions): ResolvedOptions {
  const host = options.host === "localhost" ? undefined : options.host;
  const publicUrl = options.publicUrl === undefined ? undefined : publicUrlOf(options.publicUrl);
  const beyond = host !== undefined && !isLoopback(host);
  if (beyond && !publicUrl) {
    throw new OptionError(
      `Listening on ${host} lets other machines in, so the relay has to know the one address at which people open it: add --public-url.`,
    );
  }
  const isPublic = publicUrl !== undefined;
  const forward = options.forward ?? (isPublic ? "off" : "private");
  if (isPublic && forward === "private") {
    throw new OptionError(
      "A relay with a public address must not forward into its own network: use --forward public, or off.",
    );
  }
  if (isPublic && options.servers) {
    throw new OptionError(
      "A relay with a public address must not hand out servers of this machine, or what is secret in them: leave out --config, the URL and the command, or --public-url.",
    );
  }
  const stdio = options.stdio ?? !isPublic;
  const sessions = stdio || forward !== "off";
  if (publicUrl?.protocol === "http:" && sessions && !isLoopback(publicUrl.hostname)) {
    throw new OptionError(
      `Over ${publicUrl.origin} everybody on the way could read the sessions that ${stdio ? "starting processes" : "forwarding"} needs: use an https --public-url, or leave that off.`,
    );
  }
  return {
    isPublic,
    host,
    publicUrl,
    allowOrigins: (options.allowOrigins ?? []).map(originOf),
    forward,
    stdio,
    blobs: options.blobs ?? isPublic,
    sessions,
    limits: { ...defaultLimits, ...(isPublic && publicLimits), ...options.limits },
  };
}

/** Whether a host's name or address means this machine and no other. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(`--public-url needs an http(s) URL, not "${text}".`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new OptionError("--public-url is an address alone: no user, no query, no fragment.");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function originOf(text: string): string {
  const url = /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || ![url.origin, `${url.origin}/`].includes(text)) {
    throw new OptionError(
      `--allow-origin needs one exact origin, such as https://play.example.com, not "${text}".`,
    );
  }
  return url.origin;
}
