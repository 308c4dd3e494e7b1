/** Bounds the open connections without locking anybody out: the least deserving one makes room. */
import type { Socket } from "node:net";
import { visitorFor } from "./rateLimiter.ts";

/**
 * `silent`: no request has come yet; `idle`: between two requests; `busy`: a request is under way,
 * or a socket without a session; `authenticated`: a socket with a valid session.
 */
export type ConnectionState = "silent" | "idle" | "busy" | "authenticated";

export interface Connections {
  /** Takes in a connection; beyond the limit, another one is cut, and only if there is none, this. */
  add(socket: Socket): void;
  /** Notes what a connection is doing now. */
  set(socket: Socket, state: ConnectionState): void;
}

interface Connection {
  readonly address: string;
  state: ConnectionState;
}

/** In the order in which they are cut. */
const closingOrder = ["silent", "idle", "busy"] as const;

/**
 * Makes a bound for all addresses at which a relay listens.
 * @param limit connections open at once
 */
export function createConnections(limit: number): Connections {
  /** In the order in which their states were reached. */
  const all = new Map<Socket, Connection>();

  /** Of the address with the most unauthenticated connections, the one that does least for longest. */
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
      // it no longer counts, even while the system is still closing it
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
