/** Calls that wait until their server is connected again, and are sent then, with what the form has by then. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../../shared/core/clock.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { Item } from "../../../servers/store/catalog/items.ts";
import { findItem, readItems } from "../../../servers/store/catalog/queries.ts";
import {
  type ConnectedView,
  connectedView,
} from "../../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../../servers/store/connections/openServers.ts";

interface AwaitedCall {
  readonly serverId: string;
  readonly item: Item;
  /** Milliseconds of the tab's clock. */
  readonly since: number;
}

/** By a key that the caller makes of server and item. */
type AwaitedCallsState = ReadonlyMap<string, AwaitedCall>;

export interface AwaitedCalls extends ReadableStore<AwaitedCallsState> {
  /** Whether a server that is not connected may be again. */
  isPossible(serverId: string): boolean;
  add(key: string, serverId: string, item: Item): void;
  cancel(key: string): void;
}

interface AwaitedCallsOptions {
  readonly open: ReadableStore<readonly OpenServer[]>;
  readonly clock: Pick<Clock, "now">;
  readonly send: (view: ConnectedView, item: Item) => void;
}

export function createAwaitedCalls({ open, clock, send }: AwaitedCallsOptions): AwaitedCalls {
  const store = createStore<AwaitedCallsState>(() => new Map());
  const serverOf = (id: string) => open.getState().find((server) => server.id === id);
  const isPossible = (serverId: string) => {
    const { kind } = serverOf(serverId)?.state ?? { kind: "none" };
    return kind === "lost" || kind === "failed" || kind === "connecting";
  };
  const cancel = (key: string) => {
    const others = new Map(store.getState());
    if (others.delete(key)) store.setState(others, true);
  };

  /** The server may list other definitions than before, which consent to a tool depends on. */
  const sendNow = async (view: ConnectedView, item: Item) => {
    await readItems(view);
    send(view, findItem(view, item) ?? item);
  };

  const look = () => {
    for (const [key, { serverId, item }] of store.getState()) {
      if (isPossible(serverId)) continue;
      cancel(key);
      const server = serverOf(serverId);
      const view = server?.state.kind === "connected" && connectedView(server);
      if (view) void sendNow(view, item);
    }
  };
  // a restart closes a connection before there is the next one
  open.subscribe(() => queueMicrotask(look));

  return {
    ...toReadable(store),
    isPossible,
    add: (key, serverId, item) =>
      store.setState((all) => new Map(all).set(key, { serverId, item, since: clock.now() }), true),
    cancel,
  };
}
