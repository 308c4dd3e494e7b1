/** Asks each relay for the taps of this machine and their recordings; the code that shows them is loaded with the first one. */
import { createStore } from "zustand/vanilla";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import type { TapRecording } from "../../../shared/relay/frames/tapFrames.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { Recordings } from "../../sessions/store/recordingsStore.ts";
import type { TapControls } from "./followTaps.ts";

/** The recordings of taps that the relay has, from new to old. */
export interface RecordedTaps extends ReadableStore<readonly TapRecording[]> {
  /** Opens a recording as a file. */
  open(recording: TapRecording): Promise<void>;
}

export function watchTaps(
  relay: Pick<RelayAccess, "onLink">,
  recordings: Pick<Recordings, "growing" | "open">,
  controls: TapControls,
): RecordedTaps {
  const store = createStore<readonly TapRecording[]>(() => []);
  let current: RelayLink | undefined;
  relay.onLink((link) => {
    current = link;
    let isAsked = false;
    let loading: Promise<ReturnType<typeof import("./followTaps.ts").followTaps>> | undefined;
    link.on("taps", ({ taps, recordings: ended = [] }) => {
      store.setState(ended, true);
      if (taps.length === 0) return;
      loading ??= import("./followTaps.ts").then(({ followTaps }) =>
        followTaps(link, recordings.growing, controls),
      );
      void loading.then((show) => show(taps));
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
    async open(recording) {
      if (!current) return;
      const { readTapRecording } = await import("./readTapRecording.ts");
      const parts = await readTapRecording(current, recording.id);
      await recordings.open({ kind: "file", file: new File(parts, recording.file) });
    },
  };
}
