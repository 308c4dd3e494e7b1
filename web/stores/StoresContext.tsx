/** Gives the tab's stores to the components. */
import { createContext, type ReactNode, useContext } from "react";
import { useStore } from "zustand";
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
