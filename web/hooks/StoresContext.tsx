/** Gives the tab's stores to the components. */
import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
import type { Stores } from "../stores/stores.ts";
import type { ViewState } from "../stores/view/viewStore.ts";

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
  return useStore(useStores().servers.addressBar, ({ address }) => address);
}
