/** Moves the focus to the explorer's filter once a server is connected. */
import { compactQuery } from "../platform/compactQuery.ts";
import { activeConnection, addressedServer, shownServer } from "../servers/store/server.ts";
import type { Stores } from "../stores/stores.ts";

interface FocusTargets {
  /** The text field of the address bar. */
  readonly server: () => HTMLElement | null;
  readonly focusFilter: () => void;
}

/**
 * A user who has moved on meanwhile keeps the focus: it moves only from where it was when
 * connecting began, from the unchanged address, or if nothing has it.
 * @returns a function that stops it
 */
export function focusAfterConnect(
  { servers, persistence }: Stores,
  { server, focusFilter }: FocusTargets,
): () => void {
  let leave = () => {};
  const stop = servers.all.subscribe((now, before) => {
    const connection = activeConnection(now);
    if (!connection || connection === activeConnection(before)) return;
    leave();
    const state = connection.state.getState();
    // neither a restart nor a switch to a server that is open already
    if (state.kind !== "connecting" || state.before) return;
    const start = document.activeElement;
    const addressNow = () => addressedServer(servers.all.getState()).address;
    const address = addressNow();
    const isFree = () => {
      const focused = document.activeElement;
      if (focused === server()) return addressNow() === address;
      if (focused === null || focused === document.body) return !persistence.getState().isRestored;
      return focused === start;
    };
    leave = connection.state.subscribe(({ kind }) => {
      if (kind === "connecting") return;
      leave();
      const isSelected = shownServer(servers.all.getState()).selection !== undefined;
      if (kind === "connected" && !isSelected && isFree() && !isPhone()) focusFilter();
    });
  });
  return () => {
    stop();
    leave();
  };
}

/** A text field that takes the focus would open the keyboard over the lists. */
function isPhone(): boolean {
  return matchMedia(compactQuery).matches;
}
