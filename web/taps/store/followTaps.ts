/** Shows the taps of this machine as servers of the tab, as long as the page has a link to their relay. */

import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapListing } from "../../../shared/relay/frames/tapFrames.ts";
import type { GrowingOptions } from "../../sessions/store/live/growingRecording.ts";
import { followTap } from "./followTap.ts";

/** Follows the taps that a link lists, until another link is there. */
export function followTaps(link: RelayLink, options: GrowingOptions): void {
  /** The sessions that were followed, so that closing one is not undone. */
  const followed = new Set<string>();
  /** The server of each tap, by its name. */
  const serverIds = new Map<string, () => string | undefined>();
  let isAsked = false;

  const follow = (tap: TapListing) => {
    if (followed.has(tap.id)) return;
    followed.add(tap.id);
    const known = serverIds.get(tap.name)?.();
    const continues = known !== undefined && options.isWatched(known) ? known : undefined;
    const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
    serverIds.set(tap.name, followTap(link, id, tap, { ...options, continues }));
  };

  const ask = () => {
    const state = link.state();
    const isOpen = state.kind === "open";
    if (isOpen && !isAsked && state.taps) link.send({ kind: "watch-taps" });
    isAsked = isOpen;
  };
  link.on("taps", ({ taps }) => taps.forEach(follow));
  link.subscribe(ask);
  ask();
}
