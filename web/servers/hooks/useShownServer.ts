/** The server that the page shows, for components: its id, address and selected item. */
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import type { Selection } from "../../view/selection.ts";
import { addressedServer, shownServer } from "../store/server.ts";

/** The text of the address bar, kept current. */
export function useAddress(): string {
  return useStore(useStores().servers.all, (state) => addressedServer(state).address);
}

/** The selected item of the server that the page shows. */
export function useSelection(): Selection | undefined {
  return useStore(useStores().servers.all, (state) => shownServer(state).selection);
}

/** The id of the server that the page shows, open or not. */
export function useShownId(): string {
  return useStore(useStores().servers.all, (state) => shownServer(state).id);
}
