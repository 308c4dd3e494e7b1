/** Asks each relay for the taps of this machine; the code that shows them is loaded with the first one. */
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { GrowingOptions } from "../../sessions/store/live/growingRecording.ts";
import type { TapControls } from "./followTaps.ts";

export function watchTaps(
  relay: Pick<RelayAccess, "onLink">,
  options: GrowingOptions,
  controls: TapControls,
): void {
  relay.onLink((link) => {
    let isAsked = false;
    let loading: Promise<ReturnType<typeof import("./followTaps.ts").followTaps>> | undefined;
    link.on("taps", ({ taps }) => {
      if (taps.length === 0) return;
      loading ??= import("./followTaps.ts").then(({ followTaps }) =>
        followTaps(link, options, controls),
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
}
