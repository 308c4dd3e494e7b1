/** Creates the authorizations of a tab: which records, routes and requests each server has. */
import { createRecorder } from "../../shared/log/recorder.ts";
import { type Authorizations, createAuthorizations } from "./auth/authorizations.ts";
import { readTabScreen } from "./auth/tabScreen.ts";
import type { BasicStores } from "./basicStores.ts";
import { recordOfUrl } from "./connections/connectionRecords.ts";
import type { StoresOptions } from "./stores.ts";

export function createTabAuthorizations(
  options: StoresOptions,
  stores: BasicStores,
): Authorizations {
  const { clock, newId, storage, tabStorage, relay, relaySession, base } = options;
  const { records, settings, forwarding, log } = stores;
  const connectionOf = (serverUrl: string) =>
    recordOfUrl(records.getState(), serverUrl)?.connection;
  return createAuthorizations({
    clock,
    newId,
    fetch: options.fetch,
    async relayFetch() {
      const link = await relay.link();
      return "code" in link ? undefined : forwarding.available();
    },
    relaySession,
    isOnRoute: (serverUrl, origin) =>
      settings.of(serverUrl).route === "relay" && forwarding.hasAgreed(origin),
    storage,
    tabStorage,
    recorderFor(serverUrl) {
      const before = newId();
      const idNow = () => connectionOf(serverUrl)?.id ?? before;
      return (draft, body, at) => createRecorder(log, idNow())(draft, body, at);
    },
    revision(serverUrl) {
      const state = connectionOf(serverUrl)?.state.getState();
      const { revision } = settings.getState();
      if (state?.kind === "connected") return state.client.agreement.revision;
      return revision === "auto" ? undefined : revision;
    },
    screen: (own) => readTabScreen(stores, own),
    base,
  });
}
