/** Shows the taps of this machine as servers of the tab; those with one name are sessions of one server. */

import type { StoreApi } from "zustand/vanilla";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapListing } from "../../../shared/relay/frames/tapFrames.ts";
import type { GrowingOptions } from "../../sessions/store/live/growingRecording.ts";
import { followTap } from "./followTap.ts";
import { createTapControl, type TapControl } from "./tapControl.ts";

/** The controls of taps, by the name of the tap. */
export type TapControls = StoreApi<ReadonlyMap<string, TapControl>>;

/** @returns shows the taps that are listed, those that are not shown yet */
export function followTaps(
  link: RelayLink,
  options: GrowingOptions,
  controls: TapControls,
): (taps: readonly TapListing[]) => void {
  /** The sessions that were followed, so that closing one is not undone. */
  const followed = new Set<string>();
  /** The server of each tap, by its name. */
  const serverIds = new Map<string, () => string | undefined>();

  return (taps) => {
    for (const tap of taps) {
      if (followed.has(tap.id)) continue;
      followed.add(tap.id);
      const known = serverIds.get(tap.name)?.();
      const continues = known !== undefined && options.isWatched(known) ? known : undefined;
      const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
      const control =
        controls.getState().get(tap.name) ?? createTapControl(options.clock, tap.transport);
      controls.setState(new Map(controls.getState()).set(tap.name, control), true);
      serverIds.set(tap.name, followTap(link, id, tap, { ...options, continues }, control));
    }
  };
}
