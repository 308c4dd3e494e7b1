/** Counts WebSockets before and after their hello apart, so that silent ones keep no page out. */
import type { WebSocket } from "ws";
import type { Limits } from "../limits.ts";

export interface SocketSlots {
  /**
   * Takes in a socket that has not said hello.
   * @param visitor whom its address stands for
   * @returns sockets that have to go for it: the oldest silent ones
   */
  enter(socket: WebSocket, visitor: string): readonly WebSocket[];
  /** Notes that a socket has shown a valid session; false where there are too many of these. */
  admit(socket: WebSocket): boolean;
  leave(socket: WebSocket): void;
}

/** Makes a count of nothing. */
export function createSocketSlots(
  limits: Pick<Limits, "sockets" | "ungreetedPerAddress">,
): SocketSlots {
  /** Sockets without a hello and their visitors, the oldest first. */
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
      // one that had to go cannot come back
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
