/** The state of a tab as stored for the page after a reload or a redirect. */
import type { EnteredServer } from "../../servers/store/server.ts";
import type { Stores } from "../../stores/stores.ts";
import type { TapAnswers } from "../../taps/store/watchTaps.ts";
import type { ViewState } from "../../view/viewStore.ts";
import {
  maskedStoredAddress,
  type StoredServer,
  type StoredStores,
  storeServer,
} from "./storedServer.ts";

/** Increased with every change that an earlier page cannot read; what it stored is not restored. */
const version = 2;

export interface TabContent {
  readonly version: typeof version;
  /** The open servers, in their order. */
  readonly open: readonly StoredServer[];
  readonly activeId: string | undefined;
  readonly entered: StoredServer;
  readonly isEntering: boolean;
  /** Servers that are not open. */
  readonly closed: readonly StoredServer[];
  /** The server of each attempt to connect, by the attempt's id in the log. */
  readonly attempts: readonly (readonly [connectionId: string, serverId: string])[];
  readonly view: Pick<ViewState, "pane" | "trafficView">;
  /** Absent in what an earlier version of the page has stored. */
  readonly taps?: TapAnswers;
}

/** Taps that are stored, the newest ones. */
const maxTaps = 200;

/** Attempts that are stored; the log of a tab has fewer. */
const maxAttempts = 5_000;

/** @param origin `performance.timeOrigin`, which times of runs are added to */
export function readTabContent(
  stores: StoredStores & Pick<Stores, "view" | "taps">,
  origin: number,
): TabContent {
  const { open, activeId, entered, isEntering, closed, attempts } = stores.servers.all.getState();
  const { pane, trafficView } = stores.view.getState();
  const { wanted, ignored } = stores.taps.recordings.getState();
  // a recording is opened again from its source
  const kept = [...open.values()].filter(
    ({ connection }) => connection?.state.getState().kind !== "recorded",
  );
  const isKept = kept.some(({ id }) => id === activeId);
  const store = <Any extends EnteredServer>(server: Any) =>
    storeServer(stores, { ...server, address: maskedStoredAddress(server.address) }, origin);
  return {
    version,
    open: kept.map(store),
    activeId: isKept || activeId === undefined ? activeId : kept[0]?.id,
    // as it was typed
    entered: storeServer(stores, entered, origin),
    isEntering,
    closed: [...closed.values()].map(store),
    attempts: [...attempts].slice(-maxAttempts),
    view: { pane, trafficView },
    taps: { wanted: [...wanted].slice(-maxTaps), ignored: [...ignored].slice(-maxTaps) },
  };
}

/** Whether a value is a content that this version of the page has stored. */
export function isTabContent(value: unknown): value is TabContent {
  return (value as Partial<TabContent> | undefined)?.version === version;
}
