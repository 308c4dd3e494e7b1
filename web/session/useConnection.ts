/** The newest connection and the state it is in. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ConnectedView, Connection, ConnectionState } from "./connection.ts";
import { useWorkspace } from "./RuntimeContext.tsx";

export interface ConnectionView {
  readonly connection: Connection | undefined;
  /** `none` before the first connection. */
  readonly state: ConnectionState | { readonly kind: "none" };
}

const none = createStore<ConnectionView["state"]>(() => ({ kind: "none" }));

export function useConnection(): ConnectionView {
  const connection = useWorkspace((state) => state.connection);
  const state = useStore(connection?.state ?? none) as ConnectionView["state"];
  return { connection, state };
}

/**
 * The view of a server that is, or was until now, connected; while it is started again, the view
 * from before. Undefined where there is none.
 */
export function connectedView({ connection, state }: ConnectionView): ConnectedView | undefined {
  switch (state.kind) {
    case "connected":
    case "lost":
      return connection && { connection, client: state.client };
    case "connecting":
    case "failed":
      return state.before;
    default:
      return undefined;
  }
}
