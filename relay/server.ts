/** Creates the relay: wires its services together, opens its listeners, stops it gracefully. */
import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestHandler } from "express";
import { systemClock } from "../shared/core/clock.ts";
import { type AppsPlace, servePageDocument } from "./apps/pageDocument.ts";
import { createSandboxPages } from "./apps/sandboxPages.ts";
import { createBlobRoutes } from "./blobs/blobRoutes.ts";
import { createBlobs } from "./blobs/blobs.ts";
import { createConfigService } from "./config/configService.ts";
import { createCounters } from "./counters.ts";
import { createForwardService } from "./forward/forwardService.ts";
import { createHttp } from "./http/app.ts";
import { createConnections } from "./http/connections.ts";
import { createHealthRoutes } from "./http/health.ts";
import { type Bound, createLocalPageRoutes } from "./http/localPage.ts";
import { type LoopbackListeners, openListeners } from "./http/loopbackListeners.ts";
import { createMetrics } from "./http/metrics.ts";
import { type MetricsServer, openMetricsServer } from "./http/metricsServer.ts";
import { createOriginPolicy, type OriginPolicy } from "./http/originPolicy.ts";
import { createOwnPageRoutes } from "./http/ownPageRoutes.ts";
import { servePageFiles } from "./http/pageFiles.ts";
import { createPageHost } from "./http/pageHosts.ts";
import { createPageLoads, type PageLoads } from "./http/pageLoads.ts";
import { visitorOf } from "./http/rateLimiter.ts";
import { createLive } from "./live/liveRoutes.ts";
import { silentLogger } from "./logger.ts";
import { createPairByCode } from "./pairing/pairByCode.ts";
import { createPairRoutes } from "./pairing/pairRoutes.ts";
import { createSessions } from "./pairing/sessions.ts";
import { createPeople } from "./people/people.ts";
import { createProcessService } from "./processes/processService.ts";
import { createServerProcesses } from "./processes/servers.ts";
import { type RelayOptions, type ResolvedOptions, resolveOptions } from "./relayOptions.ts";
import { openMemoryStore } from "./store/openStore.ts";
import { createTapService } from "./taps/tapService.ts";
import { openTaps } from "./taps/taps.ts";
import { version } from "./thisPackage.ts";
import { tunnelSocketPath } from "./tunnels/tunnelFrames.ts";
import { createTunnels } from "./tunnels/tunnels.ts";
import { createWatchService } from "./watch/watchService.ts";
import { createWebhookReceivers } from "./webhooks/webhookReceivers.ts";
import { serveSocket } from "./ws/pageSocket.ts";
import { createSockets, type Sockets } from "./ws/sockets.ts";

/** The default port. It stays the same because the page's saved state belongs to its origin. */
export const usualPort = 6280;

export interface Relay {
  /** The relay's URL for programs on this machine, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  /** The origin of its page, for example `http://mcp-….localhost:6280`. */
  readonly origin: string;
  /** The origin at the option `otherPort`, if that was free. */
  readonly otherOrigin: string | undefined;
  readonly port: number;
  /**
   * Returns a secret that one page can exchange for a session. It belongs in a URL's fragment,
   * never in a query or a log. A public relay has one token for everybody who has its link.
   */
  createToken(): string;
  /**
   * Returns a link to the page, with a token in its fragment if the relay issues sessions.
   * @param origin `origin` or `otherOrigin` of a local relay
   */
  createLink(origin?: string): string;
  /** The URL of the metrics, if they have a separate address. */
  readonly metricsUrl: string | undefined;
  /**
   * Stops gracefully: reports not ready, closes idle pages, lets work in progress finish within the
   * limit `drainMs`, then closes.
   */
  drain(): Promise<void>;
  /** Stops all servers with their process trees and closes all sockets; resolves when done. */
  close(): Promise<void>;
}

/**
 * Starts a relay, on loopback by default.
 * @throws {OptionError} when the combination of options is unsafe
 * @throws {Error} with the system's `code` when a port cannot be bound
 */
export async function createRelay(options: RelayOptions = {}): Promise<Relay> {
  const resolved = resolveOptions(options);
  const { limits } = resolved;
  const { trustProxy, say, logger = silentLogger } = options;
  const counters = createCounters();

  const memory = await openMemoryStore({
    lost: (reason) => logger.error("memory-store-lost", { reason }),
    found: () => logger.info("memory-store-found"),
  });
  const store = options.store ?? memory;
  // Sessions and pairings must not outlive a relay whose store is not shared.
  const sessionStore = store.shared ? store : memory;
  const sessions = createSessions({
    limits,
    store: sessionStore,
    isTokenShared: resolved.isPublic,
  });
  const pairByCode =
    resolved.sessions && say
      ? createPairByCode({
          store: sessionStore,
          createSession: sessions.create,
          say,
          abilities: abilitiesOf(resolved, options.servers !== undefined),
          pairedMs: limits.sessionMs,
        })
      : undefined;
  const allowed = new Set(resolved.allowOrigins);
  const isAllowed = async (origin: string) =>
    allowed.has(origin) || ((await pairByCode?.isPaired(origin).catch(() => false)) ?? false);

  // The policy needs the port, which is known once a server listens; until then it refuses everything.
  const { appsOrigin } = resolved;
  const bound: Bound & {
    originPolicy: OriginPolicy;
    appsPort?: number | undefined;
    pageOrigins: readonly string[];
  } = {
    originPolicy: createOriginPolicy({ ownOrigins: [], otherHosts: [], isAllowed }),
    isNewPort: false,
    pageOrigins: [],
  };
  const appsHost = appsOrigin?.replace(/^https?:\/\//, "");
  const sandboxPages = createSandboxPages({
    pageOrigins: () => bound.pageOrigins,
    domain: () =>
      bound.appsPort === undefined
        ? appsHost?.startsWith("*.") && appsHost.slice(2)
        : `localhost:${bound.appsPort}`,
    hosts: () =>
      bound.appsPort === undefined
        ? appsHost === undefined || appsHost.startsWith("*.")
          ? []
          : [appsHost]
        : [`127.0.0.1:${bound.appsPort}`],
  });
  /** Safari does not resolve names below `.localhost`: there, an app has an opaque origin. */
  const appsPlace = (host: string | undefined): AppsPlace | undefined => {
    if (appsOrigin !== undefined) return { origin: appsOrigin, frameSources: [appsOrigin] };
    if (bound.appsPort === undefined) return undefined;
    const isolated = `http://*.localhost:${bound.appsPort}`;
    const opaque = `http://127.0.0.1:${bound.appsPort}`;
    const origin = bound.otherOrigin === `http://${host}` ? opaque : isolated;
    return { origin, frameSources: [origin] };
  };
  const originPolicy: OriginPolicy = { evaluate: (caller) => bound.originPolicy.evaluate(caller) };

  let draining = false;
  const isDraining = () => draining;
  const { audit = () => {} } = options;
  const people =
    resolved.people &&
    createPeople(resolved.people, (address) => app.get("trust proxy fn")(address, 0));
  const servers = createServerProcesses(limits, resolved, (command, person) => {
    audit({ what: "started", person, command });
    options.onStart?.(command);
  });
  const taps = options.tapFolder === undefined ? undefined : await openTaps(options.tapFolder);
  const webhooks = createWebhookReceivers({
    originPolicy,
    publicUrl: resolved.publicUrl,
    localUrl: () => listeners.url,
    isDraining,
    limits,
    store: memory,
    clock: { after: systemClock.after, epochNow: Date.now },
  });
  const services = [
    webhooks.service,
    createConfigService(options.servers, options.findServers),
    createProcessService(servers),
    createWatchService(limits, resolved),
    createTapService(taps, options.findClients, options.tapWords),
    createForwardService({
      forward: resolved.forward,
      publicHost: resolved.publicUrl?.hostname,
      limits,
      counters,
      logger,
      lookup: options.lookup,
      originRules: resolved.originRules,
      onContact: (origin, person) => audit({ what: "contacted", person, origin }),
    }),
  ];
  const { stdio, forward } = resolved;
  const { keepMs } = limits;
  const hasTaps = taps !== undefined || options.findClients !== undefined;
  const facts = { version, keepMs, stdio, forward, ...(hasTaps ? { taps: true as const } : {}) };
  const connections = createConnections(limits.connections);
  const visitorFrom = (request: IncomingMessage) => visitorOf(request, app.get("trust proxy fn"));
  const sockets = createSockets({
    originPolicy,
    people,
    isOffered: resolved.sessions,
    serve: (socket, admit, person) =>
      serveSocket(socket, { sessions, services, limits, facts, logger, person, admit }),
    visitorOf: visitorFrom,
    connections,
    limits,
    counters,
    logger,
  });
  const live = resolved.blobs
    ? createLive({ store, limits, counters, isDraining, audit })
    : undefined;
  const tunnels =
    resolved.tunnels && resolved.publicUrl
      ? createTunnels({
          store,
          originPolicy,
          visitorOf: visitorFrom,
          publicUrl: resolved.publicUrl,
          isDraining,
          connections,
          limits,
          counters,
          logger,
        })
      : undefined;
  const metrics = createMetrics(counters, {
    sockets: sockets.count,
    processes: servers.count,
    live: (kind) => live?.count(kind) ?? 0,
    tunnels: () => tunnels?.count() ?? 0,
    tunnelBytes: () => tunnels?.waitingBytes() ?? 0,
    isDraining,
  });
  const createLink = (at: string) =>
    `${resolved.publicUrl ?? `${at}/`}${resolved.sessions ? `#k=${sessions.createToken()}` : ""}`;
  const page = createPageRoutes(options, resolved.isPublic, bound, appsPlace);
  const health = { version, resolved, limits, store, isDraining };
  const app = createHttp({
    originPolicy,
    people,
    routes: [
      createHealthRoutes(health),
      createPairRoutes({
        isOffered: resolved.sessions,
        sessions,
        pageLoads: page.loads,
        onForeignPage: once(async () => say?.(foreignPageText(bound.origin))),
        pairByCode,
        isAllowed,
        version,
        counters,
        logger,
      }),
      createOwnPageRoutes({ deviceKey: options.deviceKey, sessions, createLink }),
    ],
    blobRoutes: resolved.blobs
      ? createBlobRoutes(createBlobs(store, limits, Date.now), { limits, counters, audit })
      : undefined,
    liveRoutes: live?.router,
    pageRoutes: page.routes,
    trustProxy,
    isDraining,
    counters,
    logger,
  });

  let metricsServer: MetricsServer | undefined;
  let listeners: LoopbackListeners;
  try {
    if (options.metrics) {
      const routes = createHealthRoutes({ ...health, metrics });
      metricsServer = await openMetricsServer(options.metrics, limits, routes, logger);
    }
    const upgrade: Sockets["upgrade"] = (request, ...rest) => {
      const isOfTunnel = request.url === tunnelSocketPath && tunnels !== undefined;
      return (isOfTunnel ? tunnels.sockets : sockets).upgrade(request, ...rest);
    };
    const pages = appsOrigin === undefined ? [] : [sandboxPages];
    const owners = [...pages, webhooks, ...(tunnels ? [tunnels.visitors] : [])];
    const handler: RequestListener = (request, response) => {
      const owner = owners.find((each) => each.owns(request));
      return owner ? owner.listener(request, response) : app(request, response);
    };
    const hasAppsPort = !resolved.isPublic && options.pageDir !== undefined;
    listeners = await openListeners({
      app: handler,
      apps: hasAppsPort
        ? { listener: sandboxPages.listener, port: options.appsPort ?? 0 }
        : undefined,
      upgrade,
      resolved,
      connections,
      port: options.port,
      usualPort,
      otherPort: resolved.isPublic ? undefined : options.otherPort,
    });
  } catch (error) {
    taps?.close();
    await Promise.all([metricsServer?.close(), servers.close(), sessions.close(), memory.close()]);
    throw error;
  }
  const { publicUrl } = resolved;
  const { port, url, hosts, otherPort, appsPort } = listeners;
  const host = (publicUrl ? undefined : options.pageHost?.(port)) ?? createPageHost();
  const origin = publicUrl?.origin ?? `http://${host.name}:${port}`;
  const otherOrigin = otherPort === undefined ? undefined : `http://127.0.0.1:${otherPort}`;
  const pageOrigins = [origin, ...(otherOrigin ? [otherOrigin] : [])];
  Object.assign(bound, { origin, otherOrigin, isNewPort: host.isNew, appsPort, pageOrigins });
  bound.originPolicy = createOriginPolicy({
    ownOrigins: [...pageOrigins, ...(publicUrl ? [url] : []), ...(options.trustOrigins ?? [])],
    otherHosts: hosts,
    isAllowed,
  });
  logger.info("listening", { port, public: resolved.isPublic, version });

  const close = once(async () => {
    draining = true;
    live?.close();
    const tunnelsEnd = tunnels?.close();
    void listeners.close();
    taps?.close();
    // First: a page must not take a server that the relay stops for one that ended by itself.
    sockets.close();
    await servers.close();
    await Promise.all([sessions.close(), metricsServer?.close(), tunnelsEnd]);
    // Responses that are already being sent get a moment to finish.
    setTimeout(() => listeners.cut(), flushMs).unref();
    await memory.close();
    logger.info("closed");
  });

  const drain = once(async () => {
    draining = true;
    logger.info("draining", { sockets: sockets.count() });
    const deadline = performance.now() + limits.drainMs;
    const ended = Promise.all([sockets.drain(deadline), tunnels?.sockets.drain(deadline)]);
    await sleep(limits.drainNoticeMs);
    live?.close();
    const enough = sleep(limits.drainMs, undefined, { ref: false });
    await Promise.race([Promise.all([listeners.close(), ended]), enough]);
    await close();
  });

  return {
    url,
    origin,
    otherOrigin,
    port,
    createToken: sessions.createToken,
    createLink: (at = origin) => createLink(at),
    metricsUrl: metricsServer?.url,
    drain,
    close,
  };
}

/** The routes of the page; a local relay remembers which documents it has served. */
function createPageRoutes(
  { pageDir, deviceKey }: Pick<RelayOptions, "pageDir" | "deviceKey">,
  isPublic: boolean,
  bound: Bound,
  apps: (host: string | undefined) => AppsPlace | undefined,
): { readonly routes: readonly RequestHandler[]; readonly loads?: PageLoads } {
  if (pageDir === undefined) return { routes: [] };
  if (isPublic) {
    return { routes: [servePageDocument(pageDir, apps), ...servePageFiles(pageDir)] };
  }
  const pageLoads = createPageLoads();
  return {
    routes: [
      createLocalPageRoutes({
        pageDir,
        bound,
        pageLoads,
        hasDeviceKey: deviceKey !== undefined,
        apps,
      }),
    ],
    loads: pageLoads,
  };
}

/** Milliseconds that finished responses have to be sent when the relay closes. */
const flushMs = 200;

function foreignPageText(origin: string | undefined): string {
  return (
    `A page at ${origin} that did not come from this relay asked for a session and was refused. ` +
    "A program that used this port before has left it in the browser. Close the tabs of this address, then open a new link."
  );
}

/** Runs an action on the first call; every call returns the same promise. */
function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined;
  return () => {
    acting ??= act();
    return acting;
  };
}

/** What a page with a session can do, as a phrase that follows "asks to". */
function abilitiesOf({ stdio, forward }: ResolvedOptions, hasServers: boolean): string {
  const abilities = [
    ...(stdio ? ["start programs on this machine"] : []),
    ...(forward === "off" ? [] : ["send HTTP requests from it"]),
    ...(hasServers ? ["read the configured servers with their secrets"] : []),
  ];
  return abilities.join(" and ");
}
