/** Limits open connections; beyond the limit, an idle or unauthenticated one is closed. */
import type { Socket } from "node:net";
import { visitorFor } from "./rateLimiter.ts";

/**
 * `silent`: no request yet; `idle`: between two requests; `busy`: handling a request, or a WebSocket
 * without a session; `authenticated`: a WebSocket with a valid session.
 */
type ConnectionState = "silent" | "idle" | "busy" | "authenticated";

export interface Connections {
  /** Adds a connection; beyond the limit, closes another one, or this one if there is no other. */
  add(socket: Socket): void;
  set(socket: Socket, state: ConnectionState): void;
}

interface Connection {
  readonly address: string;
  state: ConnectionState;
}

const closingOrder = ["silent", "idle", "busy"] as const;

/**
 * Creates the limit shared by all listeners of a relay.
 * @param limit connections open at once
 */
export function createConnections(limit: number): Connections {
  /** In the order in which the connections reached their state. */
  const all = new Map<Socket, Connection>();

  /** The longest idle connection of the address with the most unauthenticated connections. */
  const connectionToClose = (newcomer: Socket): Socket | undefined => {
    const byAddress = new Map<string, [Socket, Connection][]>();
    for (const entry of all) {
      const [socket, { address, state }] = entry;
      if (socket === newcomer || state === "authenticated") continue;
      const group = byAddress.get(address);
      if (group) group.push(entry);
      else byAddress.set(address, [entry]);
    }
    const [largestGroup = []] = [...byAddress.values()].sort((a, b) => b.length - a.length);
    for (const state of closingOrder) {
      const found = largestGroup.find(([, connection]) => connection.state === state);
      if (found) return found[0];
    }
    return undefined;
  };

  return {
    add(socket) {
      all.set(socket, { address: visitorFor(socket.remoteAddress), state: "silent" });
      socket.once("close", () => all.delete(socket));
      if (all.size <= limit) return;
      const cut = connectionToClose(socket) ?? socket;
      // It no longer counts, even while the system is still closing it.
      all.delete(cut);
      cut.destroy();
    },
    set(socket, state) {
      const connection = all.get(socket);
      if (!connection || connection.state === state) return;
      connection.state = state;
      all.delete(socket);
      all.set(socket, connection);
    },
  };
}
