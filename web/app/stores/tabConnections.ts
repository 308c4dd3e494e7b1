/** Creates what opens, restarts and switches the connections of a tab. */

import type { OpenModels } from "../../sampling/store/openModels.ts";
import { type AskedValues, createAskedValues } from "../../servers/store/configured/askedValues.ts";
import {
  type ConfiguredApprovals,
  createConfiguredApprovals,
} from "../../servers/store/configured/configuredApprovals.ts";
import {
  type ConfiguredServers,
  createConfiguredServers,
} from "../../servers/store/configured/configuredServers.ts";
import {
  type Connector,
  type ConnectorOptions,
  createConnector,
} from "../../servers/store/connections/connector.ts";
import type { OpenConnection } from "../../servers/store/connections/openConnection.ts";
import type { SavedServerActions } from "../../servers/store/serverProfiles.ts";
import { createServerProfiles, type ServerProfiles } from "../../servers/store/serverProfiles.ts";
import type { Authorizations } from "../../signIn/store/authorizations.ts";
import { followAuthorizations } from "../../signIn/store/followAuthorization.ts";
import type { StoresOptions } from "../../stores/stores.ts";
import type { BasicStores } from "./basicStores.ts";
import { createOpenConnection } from "./createOpenConnection.ts";
import { createSavedServerActions } from "./createSavedServerActions.ts";

/** Creates what opens connections: all that is to be known of their servers exists before it. */
export function createTabOpener(
  options: StoresOptions,
  stores: BasicStores,
  auth: Authorizations,
  openModels: OpenModels,
): OpenConnection {
  const { clock, newId, tabStorage, relay, serverFetch, slots, yieldToEventLoop } = options;
  const { servers, log, saved, identities, inbox, rules, elicitations, replayAnswers } = stores;
  const { drafts, compositions, runs, tasksOf, listCache, changes, view } = stores;
  const opener = createOpenConnection({
    clock,
    newId,
    tabStorage,
    relay,
    fetch: serverFetch,
    slots,
    yieldToEventLoop,
    forwarding: stores.forwarding,
    redirectConsents: stores.redirectConsents,
    servers,
    log,
    saved,
    identities,
    answers: {
      inbox,
      rules,
      recordedAnswer: replayAnswers.of,
      answerByModel: async (...request) => (await openModels()).answers.answer(...request),
    },
    elicitations,
    drafts,
    compositions,
    runs,
    tasksOf,
    listCache,
    changes,
    auth,
  });
  followAuthorizations({ servers, view, auth, reopen: opener.reopen });
  return opener;
}

interface TabConnector {
  readonly connector: Connector;
  readonly save: SavedServerActions["save"];
  readonly profiles: ServerProfiles;
  readonly configured: ConfiguredServers;
  readonly askedValues: AskedValues;
  readonly configuredApprovals: ConfiguredApprovals;
}

/** Creates the connector, and the stores of servers that have a name. */
export function createTabConnector(
  options: StoresOptions,
  stores: BasicStores,
  auth: Authorizations,
  opener: OpenConnection,
  openSession: ConnectorOptions["openSession"],
): TabConnector {
  const { base, fetch, relaySession, clock, subtle, newId, storage, tabStorage, relay } = options;
  const { servers, questions, addressBar, origins, saved, view, persistence } = stores;
  const configured = createConfiguredServers({
    relay,
    clock,
    servers,
    origins,
    isRestored: () => persistence.getState().isRestored,
  });
  const askedValues = createAskedValues(async () => {
    const { encryptedStoreOfPage } = await import("../../platform/storage/storesOfPage.ts");
    return encryptedStoreOfPage({ base, fetch, relaySession });
  });
  const openStore = askedValues.store;
  const profiles = createServerProfiles({ storage, newId, openStore });
  const configuredApprovals = createConfiguredApprovals({ openStore, subtle, newSalt: newId });
  const savedServers = createSavedServerActions({ servers, profiles, auth, view });
  const connector = createConnector({
    servers,
    opener,
    questions,
    addressBar,
    configured,
    origins,
    async canStart() {
      const isThere = await relay.isThere();
      if (!isThere) view.showRelay(true);
      return isThere;
    },
    configuredApprovals,
    openSession,
    isProgram: (address) => !/\s/.test(address) && saved.getState().includes(address),
    tabStorage,
    profiles,
    enterSaved: savedServers.enter,
  });
  return {
    connector,
    save: savedServers.save,
    profiles,
    configured,
    askedValues,
    configuredApprovals,
  };
}
