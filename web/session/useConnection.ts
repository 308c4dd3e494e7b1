/** The newest connection and the state it is in. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Connection, ConnectionState } from "./connection.ts";
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
