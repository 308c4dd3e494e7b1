/** Follows whether the relay becomes reachable or unreachable. */

import { parseTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import { addressedServer, type ServersState } from "../../servers/store/server.ts";
import type { ViewStore } from "../../view/viewStore.ts";

interface FollowRelayOptions {
  readonly relay: Pick<RelayAccess, "state" | "lookQuietly" | "check">;
  readonly view: ViewStore;
  readonly servers: ReadableStore<ServersState>;
  readonly clock: Clock;
  /** Whether the tab is visible. */
  readonly isVisible: () => boolean;
  /**
   * Calls back when the tab becomes visible or the machine is online; returns the function that
   * unsubscribes.
   */
  readonly onWake: (listener: () => void) => () => void;
}

/** Milliseconds until the first look-up of a missing relay; the interval grows. */
const firstWaitMs = 1000;
const maxWaitMs = 15_000;

/**
 * Looks for the relay while it is needed: its dialog is open, or the address bar contains a
 * command.
 * @returns the function that stops it
 */
export function followRelay(options: FollowRelayOptions): () => void {
  const { relay, view, servers, clock, isVisible, onWake } = options;
  let isMissed = false;
  let waitMs = firstWaitMs;
  let cancelWait = () => {};

  const isWaitedFor = () => {
    if (view.getState().isRelayShown) return true;
    const parsed = parseTarget(addressedServer(servers.getState()).address);
    return parsed.kind === "target" && parsed.target.kind === "stdio";
  };

  const isMissedNow = () => {
    const { kind } = relay.state.getState();
    const isAway = kind === "not-running" || kind === "wrong-version";
    return isAway && isVisible() && isWaitedFor();
  };

  const look = async () => {
    cancelWait();
    // The tab may be hidden by now.
    update();
    if (!isMissed) return;
    await relay.lookQuietly();
    if (isMissed) wait();
  };

  const wait = () => {
    cancelWait();
    cancelWait = clock.after(waitMs, () => void look());
    waitMs = Math.min(waitMs * 1.5, maxWaitMs);
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
    servers.subscribe(update),
    onWake(wake),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    isMissed = false;
    cancelWait();
  };
}

/** Calls back when a hidden or offline tab is visible and online again. */
export function onTabWake(listener: () => void): () => void {
  const seen = () => document.visibilityState === "visible" && listener();
  document.addEventListener("visibilitychange", seen);
  addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", seen);
    removeEventListener("online", listener);
  };
}
