/** The recordings that are open in this tab, and why the last one could not be opened. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { OpenConnection } from "../../servers/store/connections/openConnection.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import type { GrowingOptions } from "./live/growingRecording.ts";
import type { OpenedRecording, OpenProblem, RecordingSource } from "./openedRecording.ts";
import type { OpenRecordingOptions } from "./openRecording.ts";

interface RecordingsState {
  /** By server id; a server stays here when it is connected to its server. */
  readonly opened: ReadonlyMap<string, OpenedRecording>;
  readonly isOpening: boolean;
  /** Why the last source was refused. */
  readonly problem: OpenProblem | undefined;
}

export interface Recordings extends ReadableStore<RecordingsState> {
  /**
   * Opens a recording beside the open servers; the state of the server it replaces on the page does
   * not change.
   */
  open(source: RecordingSource): Promise<void>;
  /** What shows a recording that grows by itself needs. */
  readonly growing: GrowingOptions;
  /** Closes a recording and restores the previous view. */
  close(serverId: string): void;
  /** Where the messages of a connection come from, also after Close; undefined for those of this tab. */
  sourceOf(connectionId: string): OpenedRecording["source"] | undefined;
  dismissProblem(): void;
}

interface RecordingsOptions
  extends Omit<OpenRecordingOptions, "onOpened" | "noteSource">,
    Pick<GrowingOptions, "wallClock"> {
  readonly opener: Pick<OpenConnection, "discard">;
}

/** Creates the store; the code that opens recordings is loaded on first use. */
export function createRecordings(options: RecordingsOptions): Recordings {
  const { opener, servers } = options;
  const store = createStore<RecordingsState>(() => ({
    opened: new Map(),
    isOpening: false,
    problem: undefined,
  }));
  const { getState, setState } = store;
  const sources = new Map<string, OpenedRecording["source"]>();
  const noteSource: GrowingOptions["noteSource"] = (id, source) => void sources.set(id, source);
  const onOpened = (id: string, opened: OpenedRecording) => {
    if (!servers.getState().open.has(id)) return;
    setState((state) => ({ opened: new Map(state.opened).set(id, opened) }));
  };
  const isWatched = (id: string) => getState().opened.has(id);
  const onChange = (id: string, change: Partial<OpenedRecording>) => {
    const opened = getState().opened.get(id);
    if (opened) onOpened(id, { ...opened, ...change });
  };
  whenServerCloses(servers, (id) =>
    setState((state) => {
      const opened = new Map(state.opened);
      return opened.delete(id) ? { opened } : {};
    }),
  );
  const growing = { ...options, onOpened, noteSource, isWatched, onChange };
  return {
    ...toReadable(store),
    growing,
    sourceOf: (connectionId) => sources.get(connectionId),
    async open(source) {
      setState({ isOpening: true, problem: undefined });
      const opening =
        source.kind === "live"
          ? import("./live/watchLive.ts").then(({ watchLive }) => watchLive(growing, source))
          : import("./openRecording.ts").then(({ openRecording }) =>
              openRecording({ ...options, onOpened, noteSource }, source),
            );
      const problem = await opening.catch(
        (): OpenProblem => ({ source: source.kind, code: "not-loaded" }),
      );
      setState({ isOpening: false, problem });
    },
    close(serverId) {
      const closed = getState().opened.get(serverId);
      if (!closed) return;
      const { formerId } = closed;
      const { activeId, open } = servers.getState();
      if (activeId === serverId) {
        servers.activate(formerId !== undefined && open.has(formerId) ? formerId : undefined);
      }
      opener.discard(serverId);
    },
    dismissProblem: () => setState({ problem: undefined }),
  };
}
