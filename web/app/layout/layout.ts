/** Stores the layout of the panels: open or closed, sizes, and where traffic is. */

import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../shared/core/jsonObject.ts";
import type { BrowserStorage } from "../../platform/browserStorage.ts";
import { type ReadableStore, toReadable } from "../../stores/readableStore.ts";

/** Where traffic is, relative to the workbench. */
export type TrafficSide = "right" | "below";

/** The three panes; a small screen shows one at a time. */
export type Pane = "explorer" | "workbench" | "traffic";

/** Percentages of a group's size, by panel. */
export type Sizes = Readonly<Record<string, number>>;

/** The layout of the page. */
export interface LayoutState {
  /** The pane that a small screen shows; not persisted. */
  readonly pane: Pane;
  readonly explorerOpen: boolean;
  readonly trafficOpen: boolean;
  readonly trafficSide: TrafficSide;
  readonly sizes: { readonly columns?: Sizes; readonly right?: Sizes; readonly below?: Sizes };
}

const key = "mcp-playground.layout";

const initial: LayoutState = {
  pane: "workbench",
  explorerOpen: true,
  trafficOpen: true,
  trafficSide: "right",
  sizes: {},
};

function readSizes(value: unknown): Sizes | undefined {
  if (!isJsonObject(value)) return undefined;
  const shares = Object.entries(value);
  const isShare = (share: unknown) => typeof share === "number" && share > 0 && share <= 100;
  return shares.every(([, share]) => isShare(share)) ? (value as Sizes) : undefined;
}

/** Reads a persisted layout; invalid members are replaced by defaults. */
export function readLayout(text: string | null): LayoutState {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    return initial;
  }
  if (!isJsonObject(kept)) return initial;
  const sizes: Record<string, Sizes> = {};
  for (const group of ["columns", "right", "below"]) {
    const share = readSizes(isJsonObject(kept.sizes) ? kept.sizes[group] : undefined);
    if (share) sizes[group] = share;
  }
  return {
    pane: initial.pane,
    explorerOpen: kept.explorerOpen !== false,
    trafficOpen: kept.trafficOpen !== false,
    trafficSide: kept.trafficSide === "below" ? "below" : "right",
    sizes,
  };
}

export interface LayoutStore extends ReadableStore<LayoutState> {
  /** Selects the pane that a small screen shows. */
  showPane(pane: Pane): void;
  openExplorer(isOpen: boolean): void;
  openTraffic(isOpen: boolean): void;
  /** Shows traffic on any screen size. */
  showTraffic(): void;
  /** Shows the explorer on any screen size. */
  showExplorer(): void;
  /** Moves traffic to a side and opens it. */
  moveTraffic(side: TrafficSide): void;
  resize(group: keyof LayoutState["sizes"], sizes: Sizes): void;
}

/** Creates the layout store, which persists itself in a storage. */
export function createLayout(storage: BrowserStorage): LayoutStore {
  const store = createStore<LayoutState>(() => readLayout(storage.getItem(key)));
  const { setState } = store;
  store.subscribe(({ pane: _, ...kept }) => storage.setItem(key, JSON.stringify(kept)));
  return {
    ...toReadable(store),
    showPane: (pane) => setState({ pane }),
    openExplorer: (explorerOpen) => setState({ explorerOpen }),
    openTraffic: (trafficOpen) => setState({ trafficOpen }),
    showTraffic: () => setState({ pane: "traffic", trafficOpen: true }),
    showExplorer: () => setState({ pane: "explorer", explorerOpen: true }),
    moveTraffic: (trafficSide) => setState({ trafficSide, trafficOpen: true }),
    resize: (group, sizes) =>
      setState(({ sizes: others }) => ({ sizes: { ...others, [group]: sizes } })),
  };
}
