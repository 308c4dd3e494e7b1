/** Shows the taps of this machine as servers of the tab; those with one name are sessions of one server. */

import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapListing } from "../../../shared/relay/frames/tapFrames.ts";
import type { GrowingOptions } from "../../sessions/store/live/growingRecording.ts";
import { followTap } from "./followTap.ts";

/** @returns shows the taps that are listed, those that are not shown yet */
export function followTaps(
  link: RelayLink,
  options: GrowingOptions,
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
      serverIds.set(tap.name, followTap(link, id, tap, { ...options, continues }));
    }
  };
}
