/** Connects to a server for a page: resolves the name once, checks every address, connects only to those. */
import { lookup as systemLookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { getProxyForUrl } from "proxy-from-env";
import { isBlockedPort, isLoopbackAddress } from "../../shared/core/text/addresses.ts";
import { basicAuthorization } from "../../shared/core/text/basicAuth.ts";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import type { ForwardTiming, TlsFacts } from "../../shared/protocol/failures/forwardFacts.ts";
import type { OriginConsent } from "../../shared/relay/frames/httpFrames.ts";
import { request } from "../http/nodeHttp.ts";
import { type AddressMode, addressRefusal, type Lookup, nameRefusal } from "./addressPolicy.ts";
import { authoritiesWith, certificateFailure, tlsFactsOf } from "./certificate.ts";
import { ForwardError, hostAndPort } from "./forwardFailure.ts";
import type { OwnAddresses } from "./ownAddresses.ts";

export interface ConnectOptions {
  readonly mode: AddressMode;
  readonly lookup: Lookup;
  /** This machine's addresses, to which a public relay does not connect. */
  readonly own: OwnAddresses;
  /** Connect timeout in milliseconds. */
  readonly connectMs: number;
}

/** How a connection was established. */
export interface OutgoingConnectionFacts {
  readonly remote: string;
  readonly timing: Omit<ForwardTiming, "waitMs">;
  readonly tls?: TlsFacts;
}

/** A connection over which nothing has been sent yet. */
interface OutgoingConnection {
  readonly socket: Duplex;
  readonly facts: OutgoingConnectionFacts;
}

/** Resolves a name with the system's resolver; all addresses, in its order. */
export const lookupBySystem: Lookup = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Connects to an origin, through the proxy that the environment configures for it, if any.
 * @throws {ForwardError} when the address or a certificate is refused; else the system's error
 */
export async function connectTo(
  consent: OriginConsent,
  options: ConnectOptions,
): Promise<OutgoingConnection> {
  const { mode, lookup, connectMs } = options;
  const url = new URL(consent.origin);
  const proxy = proxyFor(url);
  const deadline = createDeadline(connectMs);
  const timing: { dnsMs?: number; connectMs?: number; tlsMs?: number } = {};
  const step = async <T>(phase: keyof typeof timing, work: Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await deadline.before(work);
    timing[phase] = (timing[phase] ?? 0) + performance.now() - from;
    return result;
  };
  const addressesOf = async (host: string): Promise<readonly string[]> =>
    isIP(host) ? [host] : await step("dnsMs", lookup(host));

  let plain: Socket | undefined;
  try {
    const targets = await checkedAddresses(url, options, addressesOf).catch((error: unknown) => {
      // The proxy may know names that cannot be resolved here; a public relay must know the addresses.
      if (!proxy || mode === "public" || error instanceof ForwardError) throw error;
      return [withoutBrackets(url.hostname)];
    });
    const hops = proxy ? await addressesOf(withoutBrackets(proxy.hostname)) : targets;
    plain = tcp(hops, portOf(proxy ?? url));
    await step("connectMs", connected(plain));
    const { remoteAddress = "", remotePort = 0 } = plain;

    let socket: Duplex = plain;
    if (proxy?.protocol === "https:") {
      socket = await step("connectMs", tlsToProxy(plain, proxy));
    }
    if (proxy && !readingProxyFor(url, mode)) {
      const host = mode === "public" ? (targets[0] ?? "") : withoutBrackets(url.hostname);
      socket = await step("connectMs", tunnel(socket, proxy, hostAndPort(host, portOf(url))));
    }
    const facts = { remote: hostAndPort(remoteAddress, remotePort), timing };
    if (url.protocol === "http:") return { socket, facts };
    const over = await step("tlsMs", tlsTo(socket, url, consent));
    return { socket: over, facts: { ...facts, tls: tlsFactsOf(over) } };
  } catch (error) {
    plain?.destroy();
    throw error;
  } finally {
    deadline.clear();
  }
}

/**
 * Resolves a URL's host and checks that every address may be connected to.
 * @throws {ForwardError} when one may not, or there is none; else the resolver's error
 */
async function checkedAddresses(
  url: URL,
  { mode, own }: ConnectOptions,
  addressesOf: (host: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { hostname } = url;
  const refuse = (reason: string, address?: string) =>
    new ForwardError({ code: "address-refused", reason, ...(address ? { address } : {}) });
  const refusal = nameRefusal(hostname);
  if (refusal) throw refuse(refusal);
  const port = portOf(url);
  if (mode === "public" && isBlockedPort(port)) {
    throw refuse(`Port ${port} is not for web servers; browsers do not connect to it either`);
  }
  const addresses = await addressesOf(withoutBrackets(hostname));
  for (const address of addresses) {
    const reason = addressRefusal(address, mode);
    if (reason) throw refuse(reason, address);
    if (mode === "public" && (await own.includes(address))) {
      throw refuse(`${address} is an address of this relay's own machine`, address);
    }
  }
  if (addresses.length > 0) return addresses;
  throw new ForwardError({ code: "dns", reason: `${hostname} has no address` });
}

/** The value of `Proxy-Authorization`; undefined if the proxy URL has no credentials. */
export function proxyCredentials({ username, password }: URL): string | undefined {
  if (!username && !password) return undefined;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return basicAuthorization(pair);
}

/** The proxy that the environment configures for a URL; none for loopback addresses. */
function proxyFor(url: URL): URL | undefined {
  if (isLoopbackAddress(url.hostname)) return undefined;
  const proxy = URL.parse(getProxyForUrl(url.href));
  return proxy && /^https?:$/.test(proxy.protocol) ? proxy : undefined;
}

/**
 * The proxy that receives requests with the absolute URL. https goes through a tunnel, and so does
 * everything of a public relay, because the tunnel's target is the checked address.
 */
export function readingProxyFor(url: URL, mode: AddressMode): URL | undefined {
  return url.protocol === "http:" && mode === "private" ? proxyFor(url) : undefined;
}

/** Connects to the first address that responds, without resolving the name again. */
function tcp(addresses: readonly string[], port: number): Socket {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return connectTcp({
    host: "checked.invalid",
    port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: (_host, { all }, callback) =>
      all ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family),
  });
}

/**
 * Establishes TLS and checks the certificate before anything is sent.
 * @throws {ForwardError} when the certificate is not trusted
 */
async function tlsTo(
  socket: Duplex,
  { hostname }: URL,
  { ca, cert, key, fingerprint }: Omit<OriginConsent, "origin">,
): Promise<TLSSocket> {
  const host = withoutBrackets(hostname);
  const over = connectTls({
    ...(ca === undefined ? {} : { ca: authoritiesWith(ca) }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(isIP(host) ? {} : { servername: host }),
    socket,
    host,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: false,
  });
  await connected(over, "secureConnect");
  const failure = certificateFailure(over, fingerprint);
  if (failure) throw new ForwardError(failure);
  return over;
}

/** Establishes TLS with a proxy, whose certificate the user cannot accept. */
async function tlsToProxy(socket: Duplex, proxy: URL): Promise<TLSSocket> {
  try {
    return await tlsTo(socket, proxy, {});
  } catch (error) {
    const reason = `TLS with the proxy failed: ${errorMessage(error)}`;
    throw new ForwardError({ code: "proxy", reason, address: proxy.host });
  }
}

function connected(socket: Socket, event: "connect" | "secureConnect" = "connect"): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once(event, () => {
      socket.off("error", reject);
      resolve();
    });
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6 */
function tunnel(socket: Duplex, proxy: URL, target: string): Promise<Duplex> {
  const credentials = proxyCredentials(proxy);
  return new Promise((resolve, reject) => {
    const clientRequest = request({
      method: "CONNECT",
      path: target,
      headers: { Host: target, ...(credentials ? { "Proxy-Authorization": credentials } : {}) },
      createConnection: () => socket,
    });
    const refuse = (reason: string) =>
      reject(new ForwardError({ code: "proxy", reason, address: proxy.host }));
    clientRequest.once("connect", ({ statusCode, statusMessage }) => {
      if (statusCode === 200) resolve(socket);
      else refuse(`The proxy answered ${statusCode} ${statusMessage}`);
    });
    clientRequest.once("response", ({ statusCode, statusMessage }) =>
      refuse(`The proxy answered ${statusCode} ${statusMessage}`),
    );
    clientRequest.once("error", (error) => refuse(error.message));
    clientRequest.end();
  });
}

/** A timeout shared by several steps. */
function createDeadline(ms: number) {
  const late = Promise.withResolvers<never>();
  // Prevents an unhandled rejection if no step is waiting at that moment.
  late.promise.catch(() => {});
  const reason = `Not connected after ${ms} ms`;
  const timer = setTimeout(() => late.reject(new ForwardError({ code: "timeout", reason })), ms);
  return {
    before: <T>(work: Promise<T>) => {
      work.catch(() => {});
      return Promise.race([work, late.promise]);
    },
    clear: () => clearTimeout(timer),
  };
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

/** A host without the brackets that URLs put around IPv6 addresses. */
function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
