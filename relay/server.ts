/** The relay as a whole: serves the page, carries what it asks for, on this machine or as a public one. */
import { setTimeout as sleep } from "node:timers/promises";
import { createBlobRoutes } from "./blobs/blobRoutes.ts";
import { createBlobs } from "./blobs/blobs.ts";
import { createConfigService } from "./config/configService.ts";
import { createCounters } from "./counters.ts";
import { createForwardService } from "./forward/forwardService.ts";
import { createHttp } from "./http/app.ts";
import { createConnections } from "./http/connections.ts";
import { createDeviceKeyRoute } from "./http/deviceKey.ts";
import { createHealthRoutes } from "./http/health.ts";
import { type Listeners, openListeners } from "./http/listeners.ts";
import { createMetrics } from "./http/metrics.ts";
import { type MetricsServer, openMetricsServer } from "./http/metricsServer.ts";
import { createOriginPolicy, type OriginPolicy } from "./http/originPolicy.ts";
import { visitorOf } from "./http/rateLimiter.ts";
import { silentLogger } from "./logger.ts";
import { createPairByCode } from "./pairing/pairByCode.ts";
import { createPairRoutes } from "./pairing/pairRoutes.ts";
import { createPairing } from "./pairing/sessions.ts";
import { createProcessService } from "./processes/processService.ts";
import { createServers } from "./processes/servers.ts";
import { type RelayOptions, type ResolvedOptions, resolveOptions } from "./relayOptions.ts";
import { openMemoryStore } from "./store/openStore.ts";
import { version } from "./thisPackage.ts";
import { createWatchService } from "./watch/watchService.ts";
import { serveSocket } from "./ws/socket.ts";
import { createSockets } from "./ws/sockets.ts";

/** The port at which people find the relay, and their saved state, again. */
export const usualPort = 6280;

export interface Relay {
  /** Where the relay is, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  readonly port: number;
  /**
   * Gives a secret with which one page gets a session; for a fragment, never for a query or a log.
   * That of a public relay is the same each time, for everybody who is given its link.
   */
  createToken(): string;
  /** Gives a link to the page, with such a token in its fragment where there are sessions to have. */
  createLink(): string;
  /** Where the metrics are, when they have an address of their own. */
  readonly metricsUrl: string | undefined;
  /**
   * Ends without haste: is not ready any more, hangs up pages on which nothing is under way, lets
   * the rest end within the limit `drainMs`, then closes.
   */
  drain(): Promise<void>;
  /** Stops all servers with their trees and hangs up; settles when all of it is gone. */
  close(): Promise<void>;
}

/**
 * Starts a relay; on loopback unless told otherwise.
 * @throws {OptionError} when the options would be unsafe together
 * @throws {Error} with the system's `code` when a port cannot be had
 */
export async function createRelay(options: RelayOptions = {}): Promise<Relay> {
  const resolved = resolveOptions(options);
  const { limits } = resolved;
  const { pageDir, trustProxy, say, logger = silentLogger } = options;
  const counters = createCounters();

  const memory = await openMemoryStore({
    lost: (reason) => logger.error("memory-store-lost", { reason }),
    found: () => logger.info("memory-store-found"),
  });
  const store = options.store ?? memory;
  // what lets a page in must not outlive a relay that is alone
  const sessionStore = store.shared ? store : memory;
  const pairing = createPairing({ limits, store: sessionStore, isTokenShared: resolved.isPublic });
  const pairByCode =
    resolved.sessions && say
      ? createPairByCode({
          store: sessionStore,
          give: pairing.give,
          say,
          abilities: abilitiesOf(resolved, options.servers !== undefined),
          pairedMs: limits.sessionMs,
        })
      : undefined;
  const allowed = new Set(resolved.allowOrigins);
  const isAllowed = async (origin: string) =>
    allowed.has(origin) || ((await pairByCode?.isPaired(origin).catch(() => false)) ?? false);

  // The guard has to know the port, which is known once a server listens; until then nobody gets in.
  const bound: { originPolicy: OriginPolicy } = {
    originPolicy: createOriginPolicy({ ownOrigins: [], isAllowed }),
  };
  const originPolicy: OriginPolicy = { evaluate: (caller) => bound.originPolicy.evaluate(caller) };

  let draining = false;
  const isDraining = () => draining;
  const servers = createServers(limits, resolved, options.onStart);
  const services = [
    ...(options.servers ? [createConfigService(options.servers)] : []),
    createProcessService(servers),
    createWatchService(limits, resolved),
    createForwardService({
      forward: resolved.forward,
      publicHost: resolved.publicUrl?.hostname,
      limits,
      counters,
      logger,
      lookup: options.lookup,
    }),
  ];
  const { stdio, forward } = resolved;
  const facts = { version, keepMs: limits.keepMs, stdio, forward };
  const connections = createConnections(limits.connections);
  const sockets = createSockets({
    originPolicy,
    isOffered: resolved.sessions,
    serve: (socket, admit) =>
      serveSocket(socket, { pairing, services, limits, facts, logger, admit }),
    visitorOf: (request) => visitorOf(request, app.get("trust proxy fn")),
    connections,
    limits,
    counters,
    logger,
  });
  const metrics = createMetrics(counters, {
    sockets: sockets.count,
    processes: servers.count,
    isDraining,
  });
  const health = { version, resolved, store, isDraining };
  const app = createHttp({
    originPolicy,
    routes: [
      // numbers for everybody where everybody is on this machine, else for their own address
      createHealthRoutes({ ...health, metrics: resolved.isPublic ? undefined : metrics }),
      createPairRoutes({
        isOffered: resolved.sessions,
        pairing,
        pairByCode,
        isAllowed,
        version,
        counters,
        logger,
      }),
      createDeviceKeyRoute(options.deviceKey, pairing),
    ],
    blobRoutes: resolved.blobs
      ? createBlobRoutes(createBlobs(store, limits, Date.now), limits, counters)
      : undefined,
    pageDir,
    trustProxy,
    isDraining,
    counters,
    logger,
  });

  let metricsServer: MetricsServer | undefined;
  let listeners: Listeners;
  try {
    if (options.metrics) {
      const routes = createHealthRoutes({ ...health, metrics });
      metricsServer = await openMetricsServer(options.metrics, limits, routes, logger);
    }
    const { upgrade } = sockets;
    listeners = await openListeners({
      app,
      upgrade,
      resolved,
      connections,
      port: options.port,
      usualPort,
    });
  } catch (error) {
    await Promise.all([metricsServer?.close(), servers.close(), pairing.close(), memory.close()]);
    throw error;
  }
  const { publicUrl } = resolved;
  bound.originPolicy = createOriginPolicy({
    ownOrigins: [
      ...(publicUrl ? [publicUrl.origin] : []),
      ...listeners.origins,
      ...(options.trustOrigins ?? []),
    ],
    isAllowed,
  });
  logger.info("listening", { port: listeners.port, public: resolved.isPublic, version });

  const close = once(async () => {
    draining = true;
    void listeners.close();
    await servers.close();
    sockets.close();
    await Promise.all([pairing.close(), metricsServer?.close()]);
    // the answers to what was asked last are on their way
    setTimeout(() => listeners.cut(), goodbyeMs).unref();
    await memory.close();
    logger.info("closed");
  });

  const drain = once(async () => {
    draining = true;
    logger.info("draining", { sockets: sockets.count() });
    const deadline = performance.now() + limits.drainMs;
    const ended = sockets.drain(deadline);
    await sleep(limits.drainNoticeMs);
    const enough = sleep(limits.drainMs, undefined, { ref: false });
    await Promise.race([Promise.all([listeners.close(), ended]), enough]);
    await close();
  });

  return {
    url: listeners.url,
    port: listeners.port,
    createToken: pairing.createToken,
    createLink: () =>
      `${publicUrl ?? `${listeners.url}/`}${resolved.sessions ? `#k=${pairing.createToken()}` : ""}`,
    metricsUrl: metricsServer?.url,
    drain,
    close,
  };
}

/** Milliseconds that answers which are ready have to leave. */
const goodbyeMs = 200;

/** Does something the first time it is called; every call settles with that. */
function once(act: () => Promise<void>): () => Promise<void> {
  let acting: Promise<void> | undefined;
  return () => {
    acting ??= act();
    return acting;
  };
}

/** What a page with a session can do here, in words that follow "asks to". */
function abilitiesOf({ stdio, forward }: ResolvedOptions, hasServers: boolean): string {
  const abilities = [
    ...(stdio ? ["start programs on this machine"] : []),
    ...(forward === "off" ? [] : ["send HTTP requests from it"]),
    ...(hasServers ? ["read the configured servers with their secrets"] : []),
  ];
  return abilities.join(" and ");
}
