/** Creates the authorizations of a tab: what they need of the servers that they are for. */
import { createRecorder } from "../../../shared/log/recorder.ts";
import { type Authorizations, createAuthorizations } from "../../signIn/store/authorizations.ts";
import type { StoresOptions } from "../../stores/stores.ts";
import { readTabSecrets } from "../persistence/tabSecrets.ts";
import type { BasicStores } from "./basicStores.ts";

export function createTabAuthorizations(
  options: StoresOptions,
  stores: BasicStores,
): Authorizations {
  const { clock, newId, storage, tabStorage, relay, relaySession, base } = options;
  const { servers, forwarding, compositions, persistence, log } = stores;
  const connectionOf = (serverId: string) => servers.getState().open.get(serverId)?.connection;
  const settingsOf = (serverId: string) => {
    const { open, entered } = servers.getState();
    return (open.get(serverId) ?? (entered.id === serverId ? entered : undefined))?.settings;
  };
  const authorizations = createAuthorizations({
    clock,
    newId,
    fetch: options.fetch,
    async relayFetch() {
      const link = await relay.link();
      return "code" in link ? undefined : forwarding.available();
    },
    relaySession,
    isOnRoute: (serverId, origin) =>
      settingsOf(serverId)?.route === "relay" && forwarding.hasAgreed(origin),
    storage,
    tabStorage,
    recorderFor(serverId) {
      const before = newId();
      const idNow = () => connectionOf(serverId())?.id ?? before;
      return (draft, body, at) => createRecorder(log, idNow())(draft, body, at);
    },
    revision(serverId) {
      const state = connectionOf(serverId)?.state.getState();
      if (state?.kind === "connected") return state.client.agreement.revision;
      const revision = settingsOf(serverId)?.revision;
      return revision === "auto" ? undefined : revision;
    },
    saveTab: persistence.save,
    readSecrets: () => readTabSecrets(servers.getState(), compositions, authorizations.stored()),
    base,
  });
  return authorizations;
}
