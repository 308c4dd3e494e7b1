/** Creates the stores that open, restart and switch the connections of a tab. */

import type { AnswersOptions } from "../../inbox/store/answers.ts";
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
  type ConnectorOptions,
  createConnector,
} from "../../servers/store/connections/connector.ts";
import { createOpenServers } from "../../servers/store/connections/openServers.ts";
import { createServerProfiles, type ServerProfiles } from "../../servers/store/serverProfiles.ts";
import type { Authorizations } from "../../signIn/store/authorizations.ts";
import { followAuthorizations } from "../../signIn/store/followAuthorization.ts";
import type { Stores, StoresOptions } from "../../stores/stores.ts";
import type { BasicStores } from "./basicStores.ts";
import { createOpenConnection } from "./createOpenConnection.ts";
import { createSavedServerActions } from "./createSavedServerActions.ts";

interface TabConnections {
  readonly connections: Stores["connections"];
  readonly profiles: ServerProfiles;
  readonly configured: ConfiguredServers;
  readonly askedValues: AskedValues;
  readonly configuredApprovals: ConfiguredApprovals;
}

interface Later
  extends Pick<AnswersOptions, "recordedAnswer" | "answerByModel">,
    Pick<ConnectorOptions, "openSession"> {}

/** @param later what other stores do: automatic answers to requests of servers, and opening of links */
export function createTabConnections(
  options: StoresOptions,
  stores: BasicStores,
  auth: Authorizations,
  { openSession, ...answering }: Later,
): TabConnections {
  const { subtle, newId, storage, tabStorage, relay } = options;
  const { servers, questions, addressBar, origins, saved, view, persistence } = stores;
  const configured = createConfiguredServers({
    relay,
    clock: options.clock,
    servers,
    origins,
    isRestored: () => persistence.getState().isRestored,
  });
  const opener = createOpenConnection({
    ...options,
    ...stores,
    fetch: options.serverFetch,
    answers: { inbox: stores.inbox, rules: stores.rules, ...answering },
    auth,
  });
  followAuthorizations({ servers, view, auth, reopen: (id) => opener.reopen(id) });
  const askedValues = createAskedValues(async () =>
    (await import("../../platform/storage/storesOfPage.ts")).encryptedStoreOfPage(options),
  );
  const profiles = createServerProfiles({ storage, newId, openStore: askedValues.store });
  const configuredApprovals = createConfiguredApprovals({
    openStore: askedValues.store,
    subtle,
    newSalt: newId,
  });
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
    openSaved(name) {
      const profile = profiles.named(name);
      if (profile) void savedServers.open(profile);
      return profile !== undefined;
    },
  });
  const savedServers = createSavedServerActions({ servers, profiles, auth, view, connector });
  return {
    connections: {
      opener,
      connector,
      questions,
      redirectConsents: stores.redirectConsents,
      open: createOpenServers(servers),
      savedServers,
    },
    profiles,
    configured,
    askedValues,
    configuredApprovals,
  };
}
