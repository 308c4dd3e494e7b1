/** The relay's options: their defaults, and which combinations are refused as unsafe. */

import type { Configuration } from "../shared/config/configured.ts";
import { isLoopbackAddress } from "../shared/core/text/addresses.ts";
import type { ProcessCommand } from "../shared/relay/frames/processFrames.ts";
import type { ClientServer } from "../shared/relay/frames/tapFrames.ts";
import type { Audit } from "./audit.ts";
import type { ConfigurationReader } from "./config/configService.ts";
import type { Lookup } from "./forward/addressPolicy.ts";
import { type OriginRule, readOriginRule } from "./forward/originRules.ts";
import type { PageHost } from "./http/pageHosts.ts";
import type { Logger } from "./logger.ts";
import type { PeopleHeaders } from "./people/people.ts";
import { type CommandRules, readCommandRule } from "./processes/commandRules.ts";
import { defaultLimits, type RelayLimits } from "./relayLimits.ts";
import type { Store } from "./store/store.ts";

/**
 * Where the relay forwards HTTP to: any address with the user's consent (`private`), to public
 * addresses only (`public`), or nowhere (`off`).
 */
export type ForwardMode = "private" | "public" | "off";

export interface MetricsAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * A relay is *public* when it has a `publicUrl` or listens beyond loopback. By default, a public
 * relay starts no processes and forwards nothing. While it does neither, it issues no sessions. It
 * never serves its metrics at the public address.
 */
export interface RelayOptions {
  /** Exactly this port, or 0 for any. By default, 6280 or the next free port. */
  readonly port?: number;
  /**
   * The address to listen on; 127.0.0.1 and ::1 by default. Any other address needs `publicUrl`.
   */
  readonly host?: string;
  /** The URL at which users open the page, for example `https://play.example.com/`. */
  readonly publicUrl?: string;
  /** The folder of the built page; omit it where another server serves the page. */
  readonly pageDir?: string;
  /**
   * Returns the host name of a local relay's page at a port; by default, a new one for each start.
   * Ignored for a public relay.
   */
  readonly pageHost?: (port: number) => PageHost;
  /**
   * A port that no other program is likely to have used, at which a local relay serves its page as
   * well, for browsers that do not resolve names below `.localhost`; 0 for any port.
   */
  readonly otherPort?: number;
  /** The port at which a local relay serves apps, each below a name of its own; 0 (default) for any. */
  readonly appsPort?: number;
  /**
   * The origin at which a public relay serves apps, for example `https://*.apps.example.com`: with
   * `*`, each app has an origin of its own, without, an opaque one. A proxy leads it to the relay.
   */
  readonly appsOrigin?: string;
  /** Other origins whose pages may use this relay (CORS). */
  readonly allowOrigins?: readonly string[];
  /** Origins of proxies that serve the relay as their own, such as a development server. */
  readonly trustOrigins?: readonly string[];
  /**
   * The proxies whose `X-Forwarded-For` is trusted when visitors are counted: a comma-separated
   * list of addresses, ranges and Express's names for ranges (`loopback`, `uniquelocal`).
   */
  readonly trustProxy?: string;
  /**
   * The header in which these proxies name the person who sends a request; a request without it is
   * refused.
   */
  readonly authHeader?: string;
  /** The header in which they name the person's groups, separated by commas. */
  readonly roleHeader?: string;
  /** The groups whose members may start, forward and share; everybody else may only look. */
  readonly actingRoles?: readonly string[];
  /** Stores blobs, and sessions too when it is shared between relays; in memory by default. */
  readonly store?: Store;
  /** `private` by default; `off` for a public relay. */
  readonly forward?: ForwardMode;
  /** Resolves host names for forwarding; the system's resolver by default. */
  readonly lookup?: Lookup;
  /** The only origins that pages may reach; `https://*.example.com` or `example.com`. */
  readonly forwardAllow?: readonly string[];
  /** Whether pages may start processes; by default, unless the relay is public. */
  readonly stdio?: boolean;
  /** The only commands that pages may start; `NAME= npx -y package *`. */
  readonly stdioAllow?: readonly string[];
  /** Whether pages may store sealed blobs; by default, only if the relay is public. */
  readonly blobs?: boolean;
  /** Whether taps may open tunnels, so that servers are reached at addresses of this relay. */
  readonly tunnels?: boolean;
  readonly limits?: Partial<RelayLimits>;
  /**
   * The relay's half (32 bytes) of the key with which its own page encrypts what it stores on a
   * device; without it, the page uses its own half only.
   */
  readonly deviceKey?: Uint8Array;
  /** Receives log events; by default, they are discarded. */
  readonly logger?: Logger;
  /** Records who did what; by default, nothing is recorded. */
  readonly audit?: Audit;
  /** Where to serve the metrics; by default, nowhere. */
  readonly metrics?: MetricsAddress;
  /** The servers that pages offer to connect to. */
  readonly servers?: ConfigurationReader;
  /** Reads the configuration files of other clients, for a page that asks for them. */
  readonly findServers?: () => Configuration;
  /** Reads the servers of other clients that can have a tap, for a page that asks for them. */
  readonly findClients?: () => readonly ClientServer[];
  /** The words that start a tap, before the command of its server. */
  readonly tapWords?: readonly string[];
  /** The folder at whose sockets taps of this user find the relay; no taps without it. */
  readonly tapFolder?: string;
  /** Called for each process that a page starts. */
  readonly onStart?: (command: ProcessCommand) => void;
  /** Prints a sentence on the terminal, for example a pairing code. */
  readonly say?: (sentence: string) => void;
}

/** The options with every default filled in. */
export interface ResolvedOptions {
  readonly isPublic: boolean;
  /** Undefined for 127.0.0.1 and ::1. */
  readonly host: string | undefined;
  readonly publicUrl: URL | undefined;
  readonly appsOrigin: string | undefined;
  readonly allowOrigins: readonly string[];
  readonly forward: ForwardMode;
  /** Undefined if every origin may be reached. */
  readonly originRules: readonly OriginRule[] | undefined;
  readonly stdio: boolean;
  /** Undefined if every command may be started. */
  readonly commandRules: CommandRules | undefined;
  /** Undefined if nobody is named. */
  readonly people: PeopleHeaders | undefined;
  readonly blobs: boolean;
  readonly tunnels: boolean;
  /** Whether any enabled feature needs a session. */
  readonly sessions: boolean;
  readonly limits: RelayLimits;
}

/** Defaults that differ for many users behind a load balancer. */
const publicLimits: Partial<RelayLimits> = {
  sockets: 1024,
  connections: 8192,
  drainNoticeMs: 2000,
};

/** Thrown for unsafe or contradictory options; the message tells the user why and what to do. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/**
 * Fills in defaults and refuses unsafe combinations.
 * @throws {OptionError} with a sentence for the user
 */
export function resolveOptions(options: RelayOptions): ResolvedOptions {
  const publicUrl = options.publicUrl === undefined ? undefined : publicUrlOf(options.publicUrl);
  const isPublic = publicUrl !== undefined;
  const host =
    isPublic || options.host === undefined || !isLocalhost(options.host) ? options.host : undefined;
  if (host !== undefined && !isPublic) {
    throw new OptionError(
      isLoopbackAddress(host)
        ? `Browsers look for a page of this machine at 127.0.0.1 and [::1], not at ${host}: leave out --host.`
        : `Listening on ${host} lets other machines in, so the relay has to know the URL at which people open it: add --public-url.`,
    );
  }
  const forward = options.forward ?? (isPublic ? "off" : "private");
  if (isPublic && forward === "private") {
    throw new OptionError(
      "A relay with a public address must not forward into its own network: use --forward public, or off.",
    );
  }
  if (isPublic && options.servers) {
    throw new OptionError(
      "A relay with a public address must not hand out this machine's servers and their secrets: leave out --config, the URL and the command, or --public-url.",
    );
  }
  const stdio = options.stdio ?? !isPublic;
  const sessions = stdio || forward !== "off";
  if (publicUrl?.protocol === "http:" && sessions && !isLoopbackAddress(publicUrl.hostname)) {
    throw new OptionError(
      `Over ${publicUrl.origin} anybody on the network path could read the sessions that ${stdio ? "starting processes" : "forwarding"} needs: use an https --public-url, or turn that off.`,
    );
  }
  return {
    isPublic,
    host,
    publicUrl,
    appsOrigin: appsOriginOf(options.appsOrigin, publicUrl),
    allowOrigins: (options.allowOrigins ?? []).map(originOf),
    forward,
    originRules: options.forwardAllow?.map(originRuleOf),
    stdio,
    commandRules: options.stdioAllow?.map(commandRuleOf),
    people: peopleOf(options),
    blobs: options.blobs ?? isPublic,
    tunnels: tunnelsOf(options, publicUrl),
    sessions,
    limits: { ...defaultLimits, ...(isPublic && publicLimits), ...options.limits },
  };
}

/** Whether an address to listen on is that of `localhost`; a local relay listens on all of them. */
function isLocalhost(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[?::1\]?)$/i.test(host);
}

function publicUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OptionError(`--public-url needs an http(s) URL, not "${text}".`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new OptionError("--public-url must have no user, query or fragment.");
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function tunnelsOf({ tunnels, authHeader }: RelayOptions, publicUrl: URL | undefined): boolean {
  if (!tunnels) return false;
  if (!publicUrl) {
    throw new OptionError(
      "--tunnels needs --public-url: hosted clients cannot reach a relay that is for this machine only.",
    );
  }
  if (publicUrl.pathname !== "/") {
    throw new OptionError(
      "--tunnels needs a --public-url without a path: clients look for metadata at its root.",
    );
  }
  if (publicUrl.protocol === "http:" && !isLoopbackAddress(publicUrl.hostname)) {
    throw new OptionError(
      "--tunnels needs an https --public-url: tokens of servers pass through the tunnels.",
    );
  }
  if (authHeader !== undefined) {
    throw new OptionError(
      "--tunnels cannot be combined with --auth-header: hosted clients do not sign in at your proxy. Run a relay for tunnels beside this one.",
    );
  }
  return true;
}

/** The pages and the relay's API must not be at an origin where apps run. */
function appsOriginOf(text: string | undefined, publicUrl: URL | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!publicUrl) throw new OptionError("--apps-origin needs --public-url: a local relay has one.");
  const match = /^https?:\/\/(\*\.)?[^*/?#]+\/?$/.test(text) ? text.replace(/\/$/, "") : undefined;
  const url = match === undefined ? null : URL.parse(match.replace("//*.", "//"));
  if (!match || !url || url.username || url.password) {
    throw new OptionError(
      `--apps-origin needs an origin, such as https://*.apps.example.com, not "${text}".`,
    );
  }
  const isSecure = url.protocol === "https:" || publicUrl.protocol === "http:";
  const isBelow = match.includes("//*.") && publicUrl.hostname.endsWith(`.${url.hostname}`);
  if (url.host === publicUrl.host || isBelow || !isSecure) {
    throw new OptionError(
      "--apps-origin must be another https origin than --public-url: apps would be able to read the page.",
    );
  }
  return match;
}

/** What a browser or a proxy sends for another purpose, which names nobody. */
const otherHeaders = /^(host|origin|cookie|authorization|forwarded|x-forwarded-(for|host|proto))$/i;

function peopleOf(options: RelayOptions): PeopleHeaders | undefined {
  const { authHeader, roleHeader, actingRoles = [], trustProxy } = options;
  if (authHeader === undefined) {
    if (roleHeader === undefined && actingRoles.length === 0) return undefined;
    throw new OptionError("--role-header and --acting-role need --auth-header.");
  }
  if (trustProxy === undefined) {
    throw new OptionError(
      "--auth-header needs --trust-proxy: without it, everybody could send the header.",
    );
  }
  if (trustProxy.split(",").some((range) => /\/0[0.]*\s*$/.test(range))) {
    throw new OptionError(
      "--auth-header needs a --trust-proxy that names the proxy: this one trusts every address.",
    );
  }
  for (const [flag, name] of [
    ["--auth-header", authHeader],
    ["--role-header", roleHeader],
  ] as const) {
    if (name === undefined) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || otherHeaders.test(name)) {
      throw new OptionError(
        `${flag} needs a header that the proxy sets, such as X-Forwarded-Email, not "${name}".`,
      );
    }
  }
  if (roleHeader?.toLowerCase() === authHeader.toLowerCase()) {
    throw new OptionError("--role-header must be another header than --auth-header.");
  }
  if ((roleHeader === undefined) !== (actingRoles.length === 0)) {
    throw new OptionError(
      "--role-header and --acting-role need each other: the header with somebody's groups, and those whose members may start and forward.",
    );
  }
  return { authHeader, roleHeader, actingRoles };
}

function originRuleOf(text: string): OriginRule {
  const rule = readOriginRule(text);
  if (rule) return rule;
  throw new OptionError(
    `--forward-allow needs an origin or a host, such as https://*.example.com, not "${text}".`,
  );
}

function commandRuleOf(text: string): CommandRules[number] {
  const rule = readCommandRule(text);
  if (rule) return rule;
  throw new OptionError(
    `--stdio-allow needs a command, such as "API_KEY= npx -y some-server *", not "${text}".`,
  );
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
