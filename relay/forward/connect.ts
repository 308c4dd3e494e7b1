/** Connects to a server for a page: one look-up, every address judged, exactly those connected to. */
import { lookup as systemLookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { getProxyForUrl } from "proxy-from-env";
import type { Agreement, ForwardTiming, TlsFacts } from "../../shared/relay/httpWire.ts";
import { request } from "../nodeHttp.ts";
import { isLoopback } from "../relayOptions.ts";
import { authoritiesWith, certificateTrouble, tlsFactsOf } from "./certificate.ts";
import { type AddressMode, addressRefusal, type Lookup, nameRefusal } from "./policy.ts";
import { hostAndPort, TroubleError } from "./trouble.ts";

export interface ConnectOptions {
  readonly mode: AddressMode;
  readonly lookup: Lookup;
  /** Milliseconds until a connection has to stand. */
  readonly connectMs: number;
}

/** How a connection came about. */
export interface ConnectionFacts {
  readonly remote: string;
  readonly timing: Omit<ForwardTiming, "waitMs">;
  readonly tls?: TlsFacts;
}

/** A connection over which nothing has been sent yet. */
export interface Connection {
  readonly socket: Duplex;
  readonly facts: ConnectionFacts;
}

/** Asks the system for all addresses of a name, in its order. */
export const lookupBySystem: Lookup = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Connects to an origin, through the proxy that the environment names for it, if any.
 * @throws {TroubleError} where the address or the certificate is refused; else the system's error
 */
export async function connectTo(
  agreement: Agreement,
  { mode, lookup, connectMs }: ConnectOptions,
): Promise<Connection> {
  const url = new URL(agreement.origin);
  const deadline = AbortSignal.timeout(connectMs);
  const isTls = url.protocol === "https:";
  const proxy = proxyFor(url);
  const timing: { dnsMs?: number; connectMs?: number; tlsMs?: number } = {};

  const step = async <T>(phase: keyof typeof timing, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await beforeDeadline(work, deadline, connectMs);
    timing[phase] = Math.max(0, performance.now() - from);
    return result;
  };
  const reach = async (to: URL, judge: (address: string) => string | undefined) => {
    const addresses = await step("dnsMs", addressesOf(to, lookup));
    for (const address of addresses) {
      const reason = judge(address);
      if (reason) throw new TroubleError({ code: "address-refused", reason, address });
    }
    return addresses;
  };
  const judge = (address: string) => addressRefusal(address, mode);

  const refusal = nameRefusal(url.hostname);
  if (refusal) throw new TroubleError({ code: "address-refused", reason: refusal });

  // A name that only the proxy can look up is left to it, except where private addresses are taboo.
  const isKnownHere = !proxy || mode === "public" || isIP(bare(url.hostname)) !== 0;
  const targets = isKnownHere ? await reach(url, judge) : [url.hostname];
  const hops = proxy ? await reach(proxy, () => undefined) : targets;
  const plain = await step("connectMs", tcp(hops, portOf(proxy ?? url), deadline));
  const opened = { remote: hostAndPort(plain.remoteAddress ?? "", plain.remotePort ?? 0), timing };
  try {
    const isTunnel = proxy !== undefined && !readingProxyFor(url, mode);
    const via =
      proxy?.protocol === "https:" ? await tlsOver(plain, bare(proxy.hostname), {}) : plain;
    const socket: Duplex =
      proxy && isTunnel
        ? await step(
            "connectMs",
            tunnel(via, proxy, hostAndPort(bare(targets[0] ?? ""), portOf(url))),
          )
        : via;
    if (!isTls) return { socket, facts: opened };

    const { ca, cert, key, fingerprint } = agreement;
    const trusted = ca === undefined ? {} : { ca: authoritiesWith(ca) };
    const own = cert === undefined || key === undefined ? {} : { cert, key };
    const secured = await step(
      "tlsMs",
      tlsOver(socket, bare(url.hostname), { ...trusted, ...own }),
    );
    const trouble = certificateTrouble(secured, fingerprint);
    if (trouble) throw new TroubleError(trouble);
    return { socket: secured, facts: { ...opened, tls: tlsFactsOf(secured) } };
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

/** The credentials for a proxy as a header's value; undefined where it wants none. */
export function proxyCredentials({ username, password }: URL): string | undefined {
  if (!username && !password) return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** The proxy that the environment names for a URL; this machine itself is never asked for by proxy. */
function proxyFor(url: URL): URL | undefined {
  if (isLoopback(url.hostname)) return undefined;
  const proxy = URL.parse(getProxyForUrl(url.href));
  return proxy && /^https?:$/.test(proxy.protocol) ? proxy : undefined;
}

/**
 * The proxy that reads requests for a URL, and so has to be told the whole URL; all else goes
 * through a tunnel, as it does where the address has been checked here and must be that one.
 */
export function readingProxyFor(url: URL, mode: AddressMode): URL | undefined {
  return url.protocol === "http:" && mode === "private" ? proxyFor(url) : undefined;
}

async function addressesOf(url: URL, lookup: Lookup): Promise<readonly string[]> {
  const host = bare(url.hostname);
  if (isIP(host)) return [host];
  const found = await lookup(host);
  if (found.length === 0) {
    throw new TroubleError({ code: "dns", reason: `${host} has no address` });
  }
  return found;
}

/** Connects to the first of the addresses that answers; they are not looked up again. */
function tcp(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const socket = connectTcp({
      host: "checked.invalid",
      port,
      signal,
      noDelay: true,
      autoSelectFamily: true,
      lookup: (_host, { all }, found_) =>
        all ? found_(null, found) : found_(null, found[0]?.address ?? "", found[0]?.family),
    });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

function tlsOver(
  socket: Duplex,
  host: string,
  options: { readonly ca?: string[]; readonly cert?: string; readonly key?: string },
) {
  return new Promise<ReturnType<typeof connectTls>>((resolve, reject) => {
    const secured = connectTls({
      ...options,
      socket,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ALPNProtocols: ["http/1.1"],
      // the certificate is judged before anything is sent
      rejectUnauthorized: false,
    });
    secured.once("error", reject);
    secured.once("secureConnect", () => {
      secured.off("error", reject);
      resolve(secured);
    });
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6 */
function tunnel(socket: Duplex, proxy: URL, target: string): Promise<Duplex> {
  const credentials = proxyCredentials(proxy);
  return new Promise((resolve, reject) => {
    const asking = request({
      method: "CONNECT",
      path: target,
      headers: { Host: target, ...(credentials ? { "Proxy-Authorization": credentials } : {}) },
      createConnection: () => socket,
    });
    const refuse = (reason: string) =>
      reject(new TroubleError({ code: "proxy", reason, address: proxy.host }));
    asking.once("connect", ({ statusCode, statusMessage }) => {
      if (statusCode === 200) resolve(socket);
      else refuse(`The proxy answered ${statusCode} ${statusMessage}`);
    });
    asking.once("response", ({ statusCode, statusMessage }) =>
      refuse(`The proxy answered ${statusCode} ${statusMessage}`),
    );
    asking.once("error", (error) => refuse(error.message));
    asking.end();
  });
}

async function beforeDeadline<T>(work: Promise<T>, signal: AbortSignal, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const expire = () =>
    late.reject(
      new TroubleError({ code: "timeout", reason: `No connection stood after ${ms} ms` }),
    );
  if (signal.aborted) expire();
  signal.addEventListener("abort", expire, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    signal.removeEventListener("abort", expire);
    work.catch(() => {});
  }
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** A host without the brackets that URLs put around IPv6 addresses. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
