/** The newest connection and the state it is in. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ConnectionView } from "../stores/connections/connection.ts";
import { useWorkspace } from "./RuntimeContext.tsx";

const none = createStore<ConnectionView["state"]>(() => ({ kind: "none" }));

export function useConnection(): ConnectionView {
  const connection = useWorkspace((state) => state.connection);
  const state = useStore(connection?.state ?? none) as ConnectionView["state"];
  return { connection, state };
}
