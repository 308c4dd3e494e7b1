/** Creates the stores of a tab that has no session with a relay yet. */

import { type Clock, systemClock } from "../../../shared/core/clock.ts";
import { createSlots, heldConnections } from "../../../shared/transport/http/slots.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createRelayAccess } from "../../relay/store/relayAccess.ts";
import { addressedServer, shownServer } from "../../servers/store/server.ts";
import type { ServerSettings } from "../../servers/store/settings.ts";
import type { Stores } from "../../stores/stores.ts";
import { createStores } from "./createStores.ts";

/**
 * The stores and their dependencies; `stored` is the local storage.
 * @param tabStored the session storage, which stays when the tab is reloaded
 * @param clock of all but the access to the relay
 */
export function createTab(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  tabStored = new Map<string, string>(),
  clock: Clock = systemClock,
) {
  const base = "http://127.0.0.1:9/";
  const stored = new Map<string, string>();
  const [storage, tabStorage] = [createMemoryStorage(stored), createMemoryStorage(tabStored)];
  const sessions = new Map<string, string>();
  const relay = createRelayAccess({
    base,
    sessions: {
      find: async (address) => sessions.get(address),
      has: (address) => sessions.has(address),
      keep: (address, session) => void sessions.set(address, session),
      forget: (address) => void sessions.delete(address),
      linkProblem: () => undefined,
      createLink: async () => undefined,
    },
    storage,
    fetch,
    clock: systemClock,
    permission: async () => "granted",
  });
  const stores = createStores({
    clock,
    newId: () => crypto.randomUUID(),
    subtle: crypto.subtle,
    fetch,
    serverFetch: fetch,
    storage,
    tabStorage,
    relay,
    relaySession: async () => undefined,
    isRelayHalfNeeded: false,
    slots: createSlots(heldConnections),
    yieldToEventLoop: () => Promise.resolve(),
    base,
  });
  return { stores, base, sessions, stored, tabStored };
}

export type Tab = ReturnType<typeof createTab>;

/** The server in the address bar. */
export const addressed = ({ servers }: Stores) => addressedServer(servers.all.getState());

/** The server that the page shows. */
export const shown = ({ servers }: Stores) => shownServer(servers.all.getState());

/** Changes settings of the server in the address bar. */
export function setSettings(stores: Stores, settings: Partial<ServerSettings>): void {
  stores.servers.all.change(addressed(stores).id, settings);
}

/** Writes a link's server into the address bar. */
export function enterLink({ servers }: Stores, address: string): void {
  const settings = servers.all.settingsOfLink(address);
  servers.all.enterLink({ address, settings, selection: undefined });
}
