/** The active connection and the state it is in. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ReadableStore } from "../../platform/readableStore.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { ConnectionView } from "../store/connections/connection.ts";
import { activeConnection } from "../store/server.ts";

const none = createStore<ConnectionView["state"]>(() => ({ kind: "none" }));

export function useConnection(): ConnectionView {
  const connection = useStore(useStores().servers.all, activeConnection);
  const store: ReadableStore<ConnectionView["state"]> = connection?.state ?? none;
  return { connection, state: useStore(store) };
}
