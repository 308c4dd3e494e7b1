/** Asks each relay for the taps of this machine, their recordings, and the servers that can have one; the code that shows them is loaded with the first one. */
import { createStore } from "zustand/vanilla";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import type { ClientServer, TapRecording } from "../../../shared/relay/frames/tapFrames.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { Recordings } from "../../sessions/store/recordingsStore.ts";
import type { TapControls } from "./followTaps.ts";

interface TapsState {
  /** Of taps that have ended, from new to old. */
  readonly recordings: readonly TapRecording[];
  /** Whether the relay reads the configurations of clients. */
  readonly canFindClients: boolean;
  /** The servers in them; undefined until they were asked for and read. */
  readonly clients: readonly ClientServer[] | undefined;
}

/** What the relay has of taps. */
export interface RelayTaps extends ReadableStore<TapsState> {
  /** Asks for the servers in the configurations of clients. */
  findClients(): void;
  /** Opens a recording as a file. */
  open(recording: TapRecording): Promise<void>;
}

export function watchTaps(
  relay: Pick<RelayAccess, "onLink">,
  recordings: Pick<Recordings, "growing" | "open">,
  controls: TapControls,
): RelayTaps {
  const none: TapsState = { recordings: [], canFindClients: false, clients: undefined };
  const store = createStore<TapsState>(() => none);
  let current: RelayLink | undefined;
  relay.onLink((link) => {
    current = link;
    store.setState(none);
    let isAsked = false;
    let loading: Promise<ReturnType<typeof import("./followTaps.ts").followTaps>> | undefined;
    link.on("clients", ({ servers: clients }) => store.setState({ clients }));
    link.on("taps", ({ taps, recordings: ended = [], canFindClients = false }) => {
      store.setState({ recordings: ended, canFindClients });
      if (taps.length === 0) return;
      loading ??= import("./followTaps.ts").then(({ followTaps }) =>
        followTaps(link, recordings.growing, controls),
      );
      void loading.then(
        (show) => show(taps),
        // the relay that serves the code has stopped: the next message requests it again
        () => {
          loading = undefined;
        },
      );
    });
    link.subscribe(() => {
      const state = link.state();
      const isOpen = state.kind === "open";
      if (isOpen && !isAsked && state.taps) link.send({ kind: "watch-taps" });
      isAsked = isOpen;
    });
  });
  return {
    ...toReadable(store),
    findClients: () => void current?.send({ kind: "find-clients" }),
    async open(recording) {
      if (!current) return;
      const { readTapRecording } = await import("./readTapRecording.ts");
      const parts = await readTapRecording(current, recording.id);
      await recordings.open({ kind: "file", file: new File(parts, recording.file) });
    },
  };
}
