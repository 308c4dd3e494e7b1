/** What the panes show: the selected item, the pane, the selected row of the log, open dialogs. */
import { createStore } from "zustand/vanilla";
import type { ItemKind } from "../catalog/items.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface Selection {
  readonly kind: ItemKind;
  readonly name: string;
}

export type TrafficView = "messages" | "output";

/** What the middle of the page shows. */
export type WorkbenchPane = "item" | "composer" | "sampling" | "authorization";

/** What the sampling pane shows. */
export type SamplingSection = "playground" | "rules";

/** The request that the sampling playground shows. */
export type SamplingTarget =
  | { readonly kind: "request"; readonly key: string }
  | { readonly kind: "scratch"; readonly id: string };

export interface ViewState {
  readonly selection: Selection | undefined;
  readonly pane: WorkbenchPane;
  readonly samplingSection: SamplingSection;
  /** Undefined for the first one that there is. */
  readonly samplingTarget: SamplingTarget | undefined;
  /** What Traffic shows of the log. */
  readonly trafficView: TrafficView;
  /** The selected row of the log. */
  readonly selectedSeq: number | undefined;
  /** Whether the relay's dialog is open. */
  readonly isRelayShown: boolean;
}

export interface ViewStore extends ReadableStore<ViewState> {
  /** Selects an item, or none, without showing it. */
  select(selection: Selection | undefined): void;
  /** Selects an item and shows its pane. */
  openItem(selection: Selection): void;
  showPane(pane: WorkbenchPane): void;
  /** Shows the sampling pane, with one of its sections. */
  showSampling(section: SamplingSection): void;
  /** Shows a request, or the first one, in the sampling playground. */
  openSampling(samplingTarget: SamplingTarget | undefined): void;
  showTraffic(view: TrafficView): void;
  /** Selects a row of the log, or none. */
  selectEntry(seq: number | undefined): void;
  /** Selects a row of the log and shows the messages. */
  showEntry(seq: number): void;
  showRelay(isShown: boolean): void;
}

export function createViewStore(): ViewStore {
  const store = createStore<ViewState>(() => ({
    selection: undefined,
    pane: "item",
    samplingSection: "playground",
    samplingTarget: undefined,
    trafficView: "messages",
    selectedSeq: undefined,
    isRelayShown: false,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    select: (selection) => setState({ selection }),
    openItem: (selection) => setState({ selection, pane: "item" }),
    showPane: (pane) => setState({ pane }),
    showSampling: (samplingSection) => setState({ pane: "sampling", samplingSection }),
    openSampling: (samplingTarget) =>
      setState({ pane: "sampling", samplingSection: "playground", samplingTarget }),
    showTraffic: (trafficView) => setState({ trafficView }),
    selectEntry: (selectedSeq) => setState({ selectedSeq }),
    showEntry: (selectedSeq) => setState({ selectedSeq, trafficView: "messages" }),
    showRelay: (isRelayShown) => setState({ isRelayShown }),
  };
}
