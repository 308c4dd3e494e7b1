/**
 * The progress of authorization at the server of the active connection, and the server's address.
 */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Progress } from "../stores/auth/engineOptions.ts";
import { serverUrlOf } from "../stores/auth/tabScreen.ts";
import { activeConnection } from "../stores/connections/connectionRecords.ts";
import { useAddress, useStores } from "./StoresContext.tsx";

const none = createStore<Progress>(() => "none");

export function useAuthorizationProgress(): Progress {
  const { auth, connections } = useStores();
  const target = useStore(connections.records, (state) => activeConnection(state)?.target);
  return useStore(target?.kind === "http" ? auth.of(target.url).progress : none);
}

/** The address of the server that authorization is about; undefined if that is not over HTTP. */
export function useAuthorizationServer(): string | undefined {
  const address = useAddress();
  return useStore(useStores().connections.records, (state) => serverUrlOf(state, address));
}
