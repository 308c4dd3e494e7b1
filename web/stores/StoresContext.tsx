/** Gives the tab's stores to the components. */
import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import { addressedServer, shownServer } from "../servers/store/server.ts";
import type { Selection } from "../view/selection.ts";
import type { ViewState } from "../view/viewStore.ts";
import type { Stores } from "./stores.ts";

const StoresContext = createContext<Stores | undefined>(undefined);

export function StoresProvider(props: { stores: Stores; children: ReactNode }) {
  return <StoresContext value={props.stores}>{props.children}</StoresContext>;
}

/** @throws {Error} outside of a {@link StoresProvider} */
export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error("useStores needs a StoresProvider around it");
  return stores;
}

/** One value of what the panes show, kept current. */
export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useStores().view, select);
}

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
