/** Limits WebSockets, separately before and after their hello, so that silent ones block no page. */
import type { WebSocket } from "ws";
import type { RelayLimits } from "../relayLimits.ts";

interface SocketSlots {
  /**
   * Adds a socket that has not sent a hello.
   * @param visitor the visitor its address counts for
   * @returns the oldest silent sockets, which have to be closed for it
   */
  enter(socket: WebSocket, visitor: string): readonly WebSocket[];
  /** Marks a socket as authenticated; false if there are too many of these. */
  admit(socket: WebSocket): boolean;
  leave(socket: WebSocket): void;
}

/** Creates the limits without any sockets. */
export function createSocketSlots(
  limits: Pick<RelayLimits, "sockets" | "ungreetedPerAddress">,
): SocketSlots {
  /** Sockets without a hello and their visitors, oldest first. */
  const waiting = new Map<WebSocket, string>();
  const admitted = new Set<WebSocket>();
  return {
    enter(socket, visitor) {
      const mine = [...waiting].filter(([, other]) => other === visitor).map(([other]) => other);
      waiting.set(socket, visitor);
      const surplus = mine.slice(0, Math.max(0, mine.length + 1 - limits.ungreetedPerAddress));
      for (const other of surplus) waiting.delete(other);
      const [oldest] = waiting.keys();
      if (waiting.size <= limits.sockets || !oldest || oldest === socket) return surplus;
      waiting.delete(oldest);
      return [...surplus, oldest];
    },
    admit(socket) {
      if (admitted.size >= limits.sockets) return false;
      // A socket that is being closed cannot become authenticated.
      if (!waiting.delete(socket)) return false;
      admitted.add(socket);
      return true;
    },
    leave(socket) {
      waiting.delete(socket);
      admitted.delete(socket);
    },
  };
}
