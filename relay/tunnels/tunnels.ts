/** Tunnels: addresses of this relay whose requests go to the taps that have opened them. */
import type { IncomingMessage } from "node:http";
import type { Counters } from "../counters.ts";
import type { Connections } from "../http/connections.ts";
import type { OriginPolicy } from "../http/originPolicy.ts";
import type { Logger } from "../logger.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { Store } from "../store/store.ts";
import { createSockets, type Sockets } from "../ws/sockets.ts";
import { maxTunnelMessageBytes, tunnelSocketPath } from "./tunnelFrames.ts";
import { createTunnelOwners } from "./tunnelOwners.ts";
import { createTunnelPeers, noPeers } from "./tunnelPeers.ts";
import { createTunnelRecords } from "./tunnelRecords.ts";
import { createTunnelVisitors, type TunnelVisitors } from "./tunnelVisitors.ts";

interface TunnelsOptions {
  readonly store: Store;
  readonly originPolicy: OriginPolicy;
  readonly visitorOf: (request: IncomingMessage) => string;
  readonly publicUrl: URL;
  readonly isDraining: () => boolean;
  readonly connections: Connections;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly logger: Logger;
}

export interface Tunnels {
  readonly sockets: Sockets;
  readonly visitors: TunnelVisitors;
  count(): number;
  /** Bytes that wait for a tap or a visitor. */
  waitingBytes(): number;
  close(): Promise<void>;
}

export function createTunnels(options: TunnelsOptions): Tunnels {
  const { store, originPolicy, visitorOf, publicUrl, limits, counters, logger } = options;
  const records = createTunnelRecords(store, limits, Date.now);
  const peers = store.shared
    ? createTunnelPeers({
        store,
        limits,
        connectHere: (id) => owners.connect(id),
        onMoved: (id) => owners.moved(id),
      })
    : noPeers;
  const owners = createTunnelOwners({
    records,
    locations: peers,
    limits,
    counters,
    logger,
    now: Date.now,
  });
  const sockets = createSockets({
    // a browser always sends an origin
    originPolicy: {
      evaluate: async (caller) =>
        caller.origin === undefined
          ? originPolicy.evaluate({ ...caller, upgrade: false })
          : { status: 403, reason: "Taps open tunnels, not web pages." },
    },
    people: undefined,
    isOffered: true,
    path: tunnelSocketPath,
    maxBytes: maxTunnelMessageBytes,
    serve: (socket, admit, _person, visitor) => owners.serve(socket, admit, visitor),
    visitorOf,
    connections: options.connections,
    // a tap that comes again has two until the former one is closed
    limits: { ...limits, sockets: 2 * limits.openTunnels },
    counters,
    logger,
  });
  return {
    sockets,
    visitors: createTunnelVisitors({
      originPolicy,
      visitorOf,
      connect: async (id) => owners.connect(id) ?? peers.connect(id),
      find: records.find,
      address: { host: publicUrl.host, scheme: publicUrl.protocol.slice(0, -1) },
      isDraining: options.isDraining,
      limits,
      counters,
      logger,
    }),
    count: owners.count,
    waitingBytes: () => owners.waitingBytes() + peers.waitingBytes(),
    async close() {
      peers.close();
      sockets.close();
      await owners.close();
    },
  };
}
