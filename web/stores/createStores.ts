/** Creates the stores of a tab and passes each its dependencies: the composition root of the page's state. */

import { takeSignIn } from "./auth/storage/storedSignIn.ts";
import { createBasicStores } from "./basicStores.ts";
import { createDefinitionMemory } from "./definitions/definitionMemory.ts";
import { createInvoke } from "./invocations/invoke.ts";
import { createLiveShares } from "./live/liveStore.ts";
import { createOnDemandStores } from "./onDemand.ts";
import { createPersistenceStore } from "./persistence/persistenceStore.ts";
import { createRecordings } from "./recordings/recordingsStore.ts";
import { createPairing } from "./relay/pairing.ts";
import type { Replays } from "./replay/replays.ts";
import { createAnswerDrafts } from "./sampling/answerDrafts.ts";
import { createOpenModels } from "./sampling/openModels.ts";
import type { StoresOptions, TabState } from "./stores.ts";
import { createTabAuthorizations } from "./tabAuthorizations.ts";
import { createTabConnections } from "./tabConnections.ts";
import { createLogFindings } from "./traffic/logFindings.ts";
import { createWorkbenchLayout } from "./view/workbenchLayout.ts";
import { createWatchStore } from "./watch/watchStore.ts";

/** Creates the stores of a tab; nothing is sent. */
export function createStores(options: StoresOptions): TabState {
  const { clock, newId, fetch, base, storage, tabStorage, relay } = options;
  const basic = createBasicStores(options);
  const { log, view, records, inbox, rules, elicitations, scratch, forwarding } = basic;
  const { addressBar, settings, origins, saved, identities } = basic;
  const { remoteIcons, changes, tasksOf } = basic;
  const { drafts, runs, repeats, destructive, composition } = basic;

  const auth = createTabAuthorizations(options, basic);
  const answerDrafts = createAnswerDrafts(inbox);
  const openModels = createOpenModels({ ...options, ...basic, answerDrafts });
  let replays: Replays | undefined;
  const { connections, profiles, configured, askedValues } = createTabConnections(
    options,
    basic,
    auth,
    {
      recordedAnswer: (serverId, input) => replays?.answerFor(serverId, input),
      answerByModel: async (...request) => (await openModels()).answers.answer(...request),
    },
  );
  const { opener, connector, serverSwitch } = connections;
  const recordings = createRecordings({ ...options, ...basic, opener, serverSwitch });
  const { restart } = connector;

  return {
    stores: {
      view,
      workbenchLayout: createWorkbenchLayout(storage),
      connections,
      servers: {
        addressBar,
        settings,
        origins,
        saved,
        profiles,
        identities,
        remoteIcons,
        configured,
        askedValues,
      },
      catalog: { changes },
      definitions: createDefinitionMemory(storage, () => performance.timeOrigin + clock.now()),
      recordings,
      live: createLiveShares({ log, records, clock, fetch, base }),
      invocations: {
        drafts,
        runs,
        composition,
        repeats,
        destructive,
        invoke: createInvoke(basic),
      },
      requests: { inbox, rules, elicitations },
      sampling: { openModels, answerDrafts, scratch },
      auth,
      relay: { access: relay, forwarding, pairing: createPairing({ relay, fetch, clock }) },
      watch: createWatchStore({ records, relay, restart, runs, tasksOf, clock }),
      persistence: createPersistenceStore(),
      ...createOnDemandStores({ records, newId }),
      async replays() {
        const { createReplays } = await import("./replay/replays.ts");
        replays ??= createReplays({ log, records, recordings, storage });
        return replays;
      },
      traffic: { log, findings: createLogFindings(log, clock.now) },
      clock,
      newId,
      fetch,
    },
    resume() {
      const signIn = takeSignIn(tabStorage);
      if (!signIn) return connector.resume() ? "process" : undefined;
      // not part of the first load
      void import("./auth/resumeSignIn.ts").then(({ resumeSignIn }) =>
        resumeSignIn({ ...basic, auth, connect: connector.connect }, signIn),
      );
      return "sign-in";
    },
  };
}
