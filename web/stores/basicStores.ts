/** Creates the stores of a tab that need only its storage, clock and ids, or one of each other. */
import type { Clock } from "../../shared/core/clock.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { createResourceChanges } from "./catalog/resourceChanges.ts";
import { createQuestions } from "./connections/questions.ts";
import { createRedirectConsents } from "./connections/redirectConsents.ts";
import { createCompositions } from "./invocations/composition.ts";
import { createDestructiveCalls } from "./invocations/destructive.ts";
import { createDrafts } from "./invocations/drafts.ts";
import { type PersistedTasksOf, persistedTasksOf } from "./invocations/persistedTasks.ts";
import { createRepeats } from "./invocations/repeats.ts";
import { createRuns } from "./invocations/runs.ts";
import { createSealedItemsOpener } from "./onDemand.ts";
import { createPersistenceStore } from "./persistence/persistenceStore.ts";
import { createForwarding } from "./relay/forwarding.ts";
import { createElicitations } from "./requests/elicitation/elicitations.ts";
import { createInbox } from "./requests/inbox.ts";
import { createRulesStore } from "./requests/rules/rulesStore.ts";
import { createScratchStore } from "./sampling/scratch.ts";
import { createAddressBar } from "./servers/addressBar.ts";
import {
  createLoadedStorage,
  createPlainStorage,
  type RecentStorage,
} from "./servers/recent/recentStorage.ts";
import { createSavedServers } from "./servers/recent/savedServers.ts";
import { createServerIdentities } from "./servers/recent/serverIdentities.ts";
import { createRemoteIcons } from "./servers/remoteIcons.ts";
import { createServers } from "./servers/serversStore.ts";
import { createServerDefaults } from "./servers/settings.ts";
import { createValueOrigins } from "./servers/valueOrigins.ts";
import type { TextStorage } from "./storedJson.ts";
import type { StoresOptions } from "./stores.ts";
import { createViewStore } from "./view/viewStore.ts";

export type BasicStores = ReturnType<typeof createBasicStores>;

export function createBasicStores(options: StoresOptions) {
  const { clock, newId, storage, tabStorage, relay } = options;
  const sealedItems = createSealedItemsOpener(options);
  let sealed: Promise<RecentStorage> | undefined;
  // in plain, another program at the relay's address could have written it
  const recent = options.isRelayHalfNeeded
    ? createLoadedStorage(storage, () => {
        sealed ??= import("./servers/recent/sealedRecent.ts").then(({ createSealedStorage }) =>
          createSealedStorage(storage, sealedItems),
        );
        return sealed;
      })
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
    saved: createSavedServers(recent),
    identities: createServerIdentities(recent),
    remoteIcons: createRemoteIcons(),
    redirectConsents: createRedirectConsents(),
    ...createInvocationStores(clock),
    ...createRequestStores(newId, clock, storage),
    changes: createResourceChanges(),
    tasksOf,
    forwarding: createForwarding(relay, tabStorage),
  };
}

function createInvocationStores(clock: Clock) {
  return {
    drafts: createDrafts(),
    runs: createRuns(),
    repeats: createRepeats(clock),
    destructive: createDestructiveCalls(),
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
