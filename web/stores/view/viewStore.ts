/** What the panes show: selected item, visible pane, selected log row, open dialogs. */
import { createStore } from "zustand/vanilla";
import type { ItemKind } from "../catalog/items.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface Selection {
  readonly kind: ItemKind;
  readonly name: string;
}

export type TrafficView = "messages" | "output";

/** The view in the middle pane. */
export type WorkbenchPane =
  | "item"
  | "composer"
  | "sampling"
  | "authorization"
  | "history"
  | "collections"
  | "replay";

/** The section of the sampling view. */
export type SamplingSection = "playground" | "rules" | "models";

/** The request that the sampling playground shows. */
export type SamplingTarget =
  | { readonly kind: "request"; readonly key: string }
  | { readonly kind: "scratch"; readonly id: string };

export interface ViewState {
  readonly selection: Selection | undefined;
  /** The selections of the servers that are not active, by record id. */
  readonly otherSelections: ReadonlyMap<string, Selection>;
  /** Whether the selected item takes the focus as soon as it is shown. */
  readonly takesFocus: boolean;
  readonly pane: WorkbenchPane;
  readonly samplingSection: SamplingSection;
  /** Undefined selects the first one. */
  readonly samplingTarget: SamplingTarget | undefined;
  /** The view of the log in Traffic. */
  readonly trafficView: TrafficView;
  /** The sequence number of the selected log row. */
  readonly selectedSeq: number | undefined;
  /** Whether the relay dialog is open. */
  readonly isRelayShown: boolean;
  /** Whether the connection settings are open; undefined until they were open once. */
  readonly isSettingsShown: boolean | undefined;
  /** Whether the dialog about stored data is open; undefined until it was open once. */
  readonly isStorageShown: boolean | undefined;
}

export interface ViewStore extends ReadableStore<ViewState> {
  /** Selects an item, or none, without switching the pane. */
  select(selection: Selection | undefined): void;
  /** Selects an item and shows its pane. */
  openItem(selection: Selection): void;
  /** Moves the focus to the arguments of the selected item, as soon as they are shown. */
  focusItem(): void;
  /** The selected item has taken the focus. */
  tookFocus(): void;
  /**
   * Keeps the selection of one server and shows that of another.
   * @param from the id of the record that was active, if one was
   * @param to the id of the record that becomes active, if one does
   */
  switchServer(from: string | undefined, to: string | undefined): void;
  /** Sets the selection of a server that is not active. */
  keepSelection(serverId: string, selection: Selection | undefined): void;
  showPane(pane: WorkbenchPane): void;
  /** Shows the sampling view, with one of its sections. */
  showSampling(section: SamplingSection): void;
  /** Shows a request, or the first one, in the sampling playground. */
  openSampling(samplingTarget: SamplingTarget | undefined): void;
  showTraffic(view: TrafficView): void;
  /** Selects a log row, or none. */
  selectEntry(seq: number | undefined): void;
  /** Selects a log row and shows the messages. */
  showEntry(seq: number): void;
  showRelay(isShown: boolean): void;
  showStorage(isShown: boolean): void;
  showSettings(isShown: boolean): void;
}

export function createViewStore(): ViewStore {
  const store = createStore<ViewState>(() => ({
    selection: undefined,
    otherSelections: new Map(),
    takesFocus: false,
    pane: "item",
    samplingSection: "playground",
    samplingTarget: undefined,
    trafficView: "messages",
    selectedSeq: undefined,
    isRelayShown: false,
    isSettingsShown: undefined,
    isStorageShown: undefined,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    select: (selection) => setState({ selection }),
    openItem: (selection) => setState({ selection, pane: "item" }),
    focusItem: () => setState({ takesFocus: true }),
    tookFocus: () => setState({ takesFocus: false }),
    switchServer: (from, to) =>
      setState(({ selection, otherSelections }) => {
        const others = withSelection(otherSelections, from, selection);
        return {
          selection: to === undefined ? undefined : others.get(to),
          otherSelections: withSelection(others, to, undefined),
        };
      }),
    keepSelection: (serverId, selection) =>
      setState(({ otherSelections }) => ({
        otherSelections: withSelection(otherSelections, serverId, selection),
      })),
    showPane: (pane) => setState({ pane }),
    showSampling: (samplingSection) => setState({ pane: "sampling", samplingSection }),
    openSampling: (samplingTarget) =>
      setState({ pane: "sampling", samplingSection: "playground", samplingTarget }),
    showTraffic: (trafficView) => setState({ trafficView }),
    selectEntry: (selectedSeq) => setState({ selectedSeq }),
    showEntry: (selectedSeq) => setState({ selectedSeq, trafficView: "messages" }),
    showRelay: (isRelayShown) => setState({ isRelayShown }),
    showStorage: (isStorageShown) => setState({ isStorageShown }),
    showSettings: (isSettingsShown) => setState({ isSettingsShown }),
  };
}

function withSelection(
  all: ReadonlyMap<string, Selection>,
  serverId: string | undefined,
  selection: Selection | undefined,
): ReadonlyMap<string, Selection> {
  if (serverId === undefined) return all;
  const changed = new Map(all);
  if (selection) changed.set(serverId, selection);
  else changed.delete(serverId);
  return changed;
}
