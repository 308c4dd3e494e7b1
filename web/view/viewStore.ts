/** What the panes show besides the selected item: visible pane, selected log row, open dialogs. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../platform/readableStore.ts";
import type { Selection } from "./selection.ts";

export type TrafficView = "messages" | "timeline" | "output";

/** The view in the middle pane. */
export type WorkbenchPane =
  | "item"
  | "chat"
  | "examine"
  | "composer"
  | "sampling"
  | "authorization"
  | "history"
  | "collections"
  | "recordings"
  /** Of a tap; without one, how to get it. */
  | "tap"
  | "client-acts";

/** The section of the sampling view. */
export type SamplingSection = "playground" | "rules" | "models";

/** The section of the tab Examine; `sessions` compares them. */
export type ExamineSection = "server" | "clients" | "sessions";

/** The request that the sampling playground shows. */
export type SamplingTarget =
  | { readonly kind: "request"; readonly key: string }
  | { readonly kind: "scratch"; readonly id: string };

/** A place of the page that wants a model, and gets those that the user adds. */
export interface WantedModel {
  /** What the user returns to; undefined for the list of models. */
  readonly place?: string;
  /** @param ids of the models, the chosen one first */
  readonly onAdded: (ids: readonly string[]) => void;
}

export interface ViewState {
  /** Whether the selected item takes the focus as soon as it is shown. */
  readonly takesFocus: boolean;
  readonly pane: WorkbenchPane;
  readonly samplingSection: SamplingSection;
  readonly examineSection: ExamineSection;
  /** The server with whose session the shown one is compared. */
  readonly comparedWith: string | undefined;
  /** Undefined selects the first one. */
  readonly samplingTarget: SamplingTarget | undefined;
  /** The view of the log in Traffic. */
  readonly trafficView: TrafficView;
  /** Whether Traffic fills the window; ends when something is opened in another pane. */
  readonly isTrafficAlone: boolean;
  /** The sequence number of the selected log row. */
  readonly selectedSeq: number | undefined;
  /** The mark of the call whose result the workbench shows. */
  readonly shownCall: symbol | undefined;
  /** The dialog that adds a model is open for it. */
  readonly wantedModel: WantedModel | undefined;
  /** Whether the relay dialog is open. */
  readonly isRelayShown: boolean;
  /** Whether the connection options are open; undefined until they were open once. */
  readonly isSettingsShown: boolean | undefined;
  /** Whether the dialog about stored data is open; undefined until it was open once. */
  readonly isStorageShown: boolean | undefined;
}

export interface ViewStore extends ReadableStore<ViewState> {
  /** Selects an item of the server that the page shows, and shows its pane. */
  openItem(selection: Selection): void;
  /** Moves the focus to the arguments of the selected item, as soon as they are shown. */
  focusItem(): void;
  /** The selected item has taken the focus. */
  tookFocus(): void;
  /** Empties the address bar for another server, and shows the start page. */
  showStart(): void;
  showPane(pane: WorkbenchPane): void;
  /** Shows the sampling view, with one of its sections. */
  showSampling(section: SamplingSection): void;
  /** Shows the tab Examine, with one of its sections. */
  showExamine(section: ExamineSection): void;
  compareWith(serverId: string): void;
  /** Shows a request, or the first one, in the sampling playground. */
  openSampling(samplingTarget: SamplingTarget | undefined): void;
  showTraffic(view: TrafficView): void;
  fillWithTraffic(isTrafficAlone: boolean): void;
  /** Selects a log row, or none. */
  selectEntry(seq: number | undefined): void;
  /** Selects a log row and shows the messages. */
  showEntry(seq: number): void;
  /** Notes the call whose result is shown, or that none is. */
  noteCall(mark: symbol | undefined): void;
  /** Opens the dialog that adds a model over what is shown, or closes it. */
  addModel(wanted: WantedModel | undefined): void;
  showRelay(isShown: boolean): void;
  showStorage(isShown: boolean): void;
  showSettings(isShown: boolean): void;
}

/** The server that the page shows, as far as a view changes it. */
interface ShownServer {
  /** Selects an item of it. */
  select(selection: Selection): void;
  /** Empties the address bar for another server. */
  makeRoom(): void;
}

export function createViewStore(shownServer: ShownServer): ViewStore {
  const store = createStore<ViewState>(() => ({
    takesFocus: false,
    pane: "item",
    samplingSection: "playground",
    samplingTarget: undefined,
    examineSection: "server",
    comparedWith: undefined,
    trafficView: "messages",
    isTrafficAlone: false,
    selectedSeq: undefined,
    shownCall: undefined,
    wantedModel: undefined,
    isRelayShown: false,
    isSettingsShown: undefined,
    isStorageShown: undefined,
  }));
  const { setState } = store;
  return {
    ...toReadable(store),
    openItem(selection) {
      shownServer.select(selection);
      setState({ pane: "item", isTrafficAlone: false });
    },
    focusItem: () => setState({ takesFocus: true }),
    tookFocus: () => setState({ takesFocus: false }),
    showStart() {
      shownServer.makeRoom();
      setState({ pane: "item", isTrafficAlone: false });
    },
    showPane: (pane) => setState({ pane, isTrafficAlone: false }),
    showSampling: (samplingSection) =>
      setState({ pane: "sampling", samplingSection, isTrafficAlone: false }),
    showExamine: (examineSection) =>
      setState({ pane: "examine", examineSection, isTrafficAlone: false }),
    compareWith: (comparedWith) => setState({ comparedWith }),
    openSampling: (samplingTarget) =>
      setState({
        pane: "sampling",
        samplingSection: "playground",
        samplingTarget,
        isTrafficAlone: false,
      }),
    showTraffic: (trafficView) => setState({ trafficView }),
    fillWithTraffic: (isTrafficAlone) => setState({ isTrafficAlone }),
    noteCall: (shownCall) => setState({ shownCall }),
    selectEntry: (selectedSeq) => setState({ selectedSeq }),
    showEntry: (selectedSeq) => setState({ selectedSeq, trafficView: "messages" }),
    addModel: (wantedModel) => setState({ wantedModel }),
    showRelay: (isRelayShown) => setState({ isRelayShown }),
    showStorage: (isStorageShown) => setState({ isStorageShown }),
    showSettings: (isSettingsShown) => setState({ isSettingsShown }),
  };
}
