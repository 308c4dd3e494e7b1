/** Creates the stores of a tab that need only its storage, clock and ids, or one of each other. */
import type { Clock } from "../../../shared/core/clock.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createReplayAnswers } from "../../calls/store/collections/replayAnswers.ts";
import { createCompositions } from "../../calls/store/composition.ts";
import { createDrafts } from "../../calls/store/drafts.ts";
import { type PersistedTasksOf, persistedTasksOf } from "../../calls/store/persistedTasks.ts";
import { createRepeats } from "../../calls/store/repeats.ts";
import { createRuns } from "../../calls/store/runs.ts";
import { createToolConsents } from "../../calls/store/toolConsents.ts";
import { createElicitations } from "../../inbox/store/elicitation/elicitations.ts";
import { createInbox } from "../../inbox/store/inbox.ts";
import { createRulesStore } from "../../inbox/store/rulesStore.ts";
import { memoizeSuccess } from "../../platform/memoizeSuccess.ts";
import { createPersistenceStore } from "../../platform/storage/persistenceStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import { createForwarding } from "../../relay/store/forwarding.ts";
import { createScratchStore } from "../../sampling/store/scratch.ts";
import { createAddressBar } from "../../servers/store/addressBar.ts";
import { createListCache } from "../../servers/store/catalog/listCache.ts";
import { createResourceChanges } from "../../servers/store/catalog/resourceChanges.ts";
import { createQuestions } from "../../servers/store/connections/questions.ts";
import { createRedirectConsents } from "../../servers/store/connections/redirectConsents.ts";
import {
  createLoadedStorage,
  createPlainStorage,
} from "../../servers/store/recent/recentStorage.ts";
import { createSavedServers } from "../../servers/store/recent/savedServers.ts";
import { createServerIdentities } from "../../servers/store/recent/serverIdentities.ts";
import { createRemoteIcons } from "../../servers/store/remoteIcons.ts";
import { createServers } from "../../servers/store/serversStore.ts";
import { createServerDefaults } from "../../servers/store/settings.ts";
import { createValueOrigins } from "../../servers/store/valueOrigins.ts";
import type { StoresOptions } from "../../stores/stores.ts";
import { createSavedFilters } from "../../traffic/store/savedFilters.ts";
import { createViewStore } from "../../view/viewStore.ts";
import { createSealedItemsOpener } from "./onDemand.ts";

export type BasicStores = ReturnType<typeof createBasicStores>;

export function createBasicStores(options: StoresOptions) {
  const { clock, newId, storage, tabStorage, relay } = options;
  const { base, fetch, relaySession, isRelayHalfNeeded } = options;
  const sealedItems = createSealedItemsOpener({
    base,
    fetch,
    relaySession,
    isRelayHalfNeeded,
    relay,
  });
  const sealedRecent = memoizeSuccess(async () => {
    const { createSealedStorage } = await import("../../servers/store/recent/sealedRecent.ts");
    return createSealedStorage(storage, sealedItems);
  });
  // in plain, another program at the relay's address could have written it
  const recent = isRelayHalfNeeded
    ? createLoadedStorage(storage, sealedRecent)
    : createPlainStorage(storage);
  const tasksOf: PersistedTasksOf = (serverId) => persistedTasksOf(tabStorage, serverId);
  const defaults = createServerDefaults(storage);
  const servers = createServers({ newId, defaults, storage });
  return {
    log: createEventLog({ now: clock.now }),
    servers,
    defaults,
    view: createViewStore(servers),
    addressBar: createAddressBar(servers),
    origins: createValueOrigins(),
    questions: createQuestions(),
    sealedItems,
    persistence: createPersistenceStore(),
    savedFilters: createSavedFilters(createLoadedStorage(storage, sealedRecent)),
    saved: createSavedServers(recent),
    identities: createServerIdentities(recent),
    remoteIcons: createRemoteIcons(),
    redirectConsents: createRedirectConsents(),
    ...createInvocationStores(clock),
    ...createRequestStores(newId, clock, storage),
    listCache: createListCache(),
    changes: createResourceChanges(),
    tasksOf,
    replayAnswers: createReplayAnswers(),
    forwarding: createForwarding(relay, tabStorage),
  };
}

function createInvocationStores(clock: Clock) {
  return {
    drafts: createDrafts(),
    runs: createRuns(clock),
    repeats: createRepeats(clock),
    consents: createToolConsents(),
    compositions: createCompositions(),
  };
}

function createRequestStores(newId: () => string, clock: Clock, storage: TextStorage) {
  const inbox = createInbox(newId, clock.now);
  return {
    inbox,
    elicitations: createElicitations(inbox),
    rules: createRulesStore(storage),
    scratch: createScratchStore(storage),
  };
}
