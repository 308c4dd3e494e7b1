/** Shows taps of this machine as servers of the tab; those with one name are sessions of one server. */

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
  /** The sessions that were followed; again only once their server was closed and is wanted again. */
  const followed = new Set<string>();
  /** The server of each tap, by its name. */
  const serverIds = new Map<string, () => string | undefined>();

  /** The server that shows a tap; undefined before it does, and after the user has closed it. */
  const shownAs = (name: string) => {
    const known = serverIds.get(name)?.();
    return known !== undefined && options.isWatched(known) ? known : undefined;
  };

  const controlOf = ({ name, transport }: TapListing) => {
    const control = controls.getState().get(name) ?? createTapControl(options.clock, transport);
    controls.setState(new Map(controls.getState()).set(name, control), true);
    return control;
  };

  return (taps) => {
    const reopened = new Set(
      taps.map(({ name }) => name).filter((name) => serverIds.get(name)?.() && !shownAs(name)),
    );
    for (const tap of taps) {
      if (followed.has(tap.id) && !reopened.has(tap.name)) continue;
      followed.add(tap.id);
      const continues = shownAs(tap.name);
      const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
      const control = tap.agent ? undefined : controlOf(tap);
      serverIds.set(tap.name, followTap(link, id, tap, { ...options, continues }, control));
    }
  };
}
