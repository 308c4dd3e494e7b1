/** Where the panels stand: open or closed, how large, traffic right or below. */
import { createStore } from "zustand/vanilla";
import type { BrowserStorage } from "../../platform/browserStorage.ts";

/** The side of the workbench that traffic is on. */
export type TrafficSide = "right" | "below";

/** The three panes; a small screen shows one at a time. */
export type Pane = "explorer" | "workbench" | "traffic";

/** Percentages of a group's space, by panel. */
export type Sizes = Readonly<Record<string, number>>;

/** How the page is laid out. */
export interface LayoutState {
  /** The pane that a small screen shows; not remembered. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readSizes(value: unknown): Sizes | undefined {
  if (!isRecord(value)) return undefined;
  const shares = Object.entries(value);
  const isShare = (share: unknown) => typeof share === "number" && share > 0 && share <= 100;
  return shares.every(([, share]) => isShare(share)) ? (value as Sizes) : undefined;
}

/** Takes from what was kept whatever still makes sense. */
export function readLayout(text: string | null): LayoutState {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    return initial;
  }
  if (!isRecord(kept)) return initial;
  const sizes: Record<string, Sizes> = {};
  for (const group of ["columns", "right", "below"]) {
    const share = readSizes(isRecord(kept.sizes) ? kept.sizes[group] : undefined);
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

/** The layout as a store that keeps itself in a storage. */
export function createLayout(storage: BrowserStorage) {
  const store = createStore<LayoutState>(() => readLayout(storage.getItem(key)));
  store.subscribe(({ pane: _, ...kept }) => storage.setItem(key, JSON.stringify(kept)));
  return store;
}

export type LayoutStore = ReturnType<typeof createLayout>;
