/** Stores the layout of the panels: open or closed, sizes, and where traffic is. */

import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { BrowserStorage } from "../../platform/browserStorage.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** Where traffic is, relative to the workbench. */
export type TrafficSide = "right" | "below";

/** The three panes; a small screen shows one at a time. */
export type Pane = "explorer" | "workbench" | "traffic";

/** The layout of the page. */
export interface LayoutState {
  /** The pane that a small screen shows; not persisted. */
  readonly pane: Pane;
  readonly explorerOpen: boolean;
  readonly trafficOpen: boolean;
  readonly trafficSide: TrafficSide;
  /** Pixels; undefined until the user has moved the separator. */
  readonly explorerWidth?: number | undefined;
  /** The share of traffic beside or below the workbench, in percent; undefined likewise. */
  readonly trafficShares: { readonly [Side in TrafficSide]?: number | undefined };
}

const key = "mcp-playground.layout";

const initial: LayoutState = {
  pane: "workbench",
  explorerOpen: true,
  trafficOpen: true,
  trafficSide: "right",
  trafficShares: {},
};

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value > least && value < most;
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
  const { explorerWidth } = kept;
  const { right, below } = isJsonObject(kept.trafficShares) ? kept.trafficShares : {};
  return {
    pane: initial.pane,
    explorerOpen: kept.explorerOpen !== false,
    trafficOpen: kept.trafficOpen !== false,
    trafficSide: kept.trafficSide === "below" ? "below" : "right",
    ...(isBetween(explorerWidth, 0, 10_000) && { explorerWidth }),
    trafficShares: {
      ...(isBetween(right, 0, 100) && { right }),
      ...(isBetween(below, 0, 100) && { below }),
    },
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
  /** @param width in pixels; undefined for the usual one */
  resizeExplorer(width: number | undefined): void;
  /** @param share in percent; undefined for the usual one */
  resizeTraffic(side: TrafficSide, share: number | undefined): void;
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
    resizeExplorer: (explorerWidth) => setState({ explorerWidth }),
    resizeTraffic: (side, share) =>
      setState(({ trafficShares }) => ({ trafficShares: { ...trafficShares, [side]: share } })),
  };
}
