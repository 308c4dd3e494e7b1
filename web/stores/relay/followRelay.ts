/** Notices that a relay which was missed is there, and that one which was there answers no more. */

import { parseTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { AddressBar } from "../servers/addressBar.ts";
import type { ViewStore } from "../view/viewStore.ts";
import type { RelayAccess } from "./relayAccess.ts";

export interface FollowRelayOptions {
  readonly relay: Pick<RelayAccess, "state" | "lookQuietly" | "check">;
  readonly view: ViewStore;
  readonly addressBar: AddressBar;
  readonly clock: Clock;
  /** Whether the person has the tab before them. */
  readonly isVisible: () => boolean;
  /** Calls back when the tab is seen again, or the machine is online again; returns the way to stop. */
  readonly onWake: (listener: () => void) => () => void;
}

/** Milliseconds until the first look for a relay that is missed; each later wait is longer. */
const firstWaitMs = 1000;
const longestWaitMs = 15_000;

/**
 * Looks by itself while somebody waits for the relay: its dialog is open, or the address bar holds a
 * command.
 * @returns the way to stop
 */
export function followRelay(options: FollowRelayOptions): () => void {
  const { relay, view, addressBar, clock, isVisible, onWake } = options;
  let isMissed = false;
  let waitMs = firstWaitMs;
  let cancelWait = () => {};

  const isWaitedFor = () => {
    if (view.getState().isRelayShown) return true;
    const parsed = parseTarget(addressBar.getState().address);
    return parsed.kind === "target" && parsed.target.kind === "stdio";
  };

  const isMissedNow = () => {
    const { kind } = relay.state.getState();
    const isAway = kind === "not-running" || kind === "wrong-version";
    return isAway && isVisible() && isWaitedFor();
  };

  const look = async () => {
    cancelWait();
    // the tab may be out of sight by now
    update();
    if (!isMissed) return;
    await relay.lookQuietly();
    if (isMissed) wait();
  };

  const wait = () => {
    cancelWait();
    cancelWait = clock.after(waitMs, () => void look());
    waitMs = Math.min(waitMs * 1.5, longestWaitMs);
  };

  const update = () => {
    const was = isMissed;
    isMissed = isMissedNow();
    if (isMissed === was) return;
    cancelWait();
    waitMs = firstWaitMs;
    if (isMissed) wait();
  };

  const wake = () => {
    relay.check();
    update();
    if (isMissed) void look();
  };

  const stops = [
    relay.state.subscribe(update),
    view.subscribe(update),
    addressBar.subscribe(update),
    onWake(wake),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    isMissed = false;
    cancelWait();
  };
}

/** When a tab that was hidden or offline is so no more. */
export function onTabWake(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  document.addEventListener("visibilitychange", seen);
  addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("online", listener);
  };
}
