/** Creates the stores of a tab and passes each its dependencies: the composition root of the page's state. */

import { createInvoke } from "../../calls/store/invoke.ts";
import { createPairing } from "../../relay/store/pairing.ts";
import { createAnswerDrafts } from "../../sampling/store/answerDrafts.ts";
import { createOpenModels } from "../../sampling/store/openModels.ts";
import { createDefinitionMemory } from "../../servers/store/catalog/definitionMemory.ts";
import { createWorkbenchLayout } from "../../servers/store/view/workbenchLayout.ts";
import { createLiveShares } from "../../sessions/store/live/liveStore.ts";
import { createRecordings } from "../../sessions/store/recordingsStore.ts";
import type { Replays } from "../../sessions/store/replay/replays.ts";
import { createOnDemandStores } from "../../stores/onDemand.ts";
import type { Stores, StoresOptions } from "../../stores/stores.ts";
import { createLogFindings } from "../../traffic/store/logFindings.ts";
import { createWatchStore } from "../../watch/store/watchStore.ts";
import { createBasicStores } from "./basicStores.ts";
import { createTabAuthorizations } from "./tabAuthorizations.ts";
import { createTabConnections } from "./tabConnections.ts";

/** Creates the stores of a tab; nothing is sent. */
export function createStores(options: StoresOptions): Stores {
  const { clock, newId, fetch, base, storage, relay } = options;
  const basic = createBasicStores(options);
  const { log, view, servers, defaults, inbox, rules, elicitations, scratch, forwarding } = basic;
  const { addressBar, origins, saved, identities, remoteIcons, changes, tasksOf, persistence } =
    basic;
  const { drafts, runs, repeats, destructive, compositions } = basic;

  const auth = createTabAuthorizations(options, basic);
  const answerDrafts = createAnswerDrafts(inbox);
  const openModels = createOpenModels({ ...options, ...basic, answerDrafts });
  let replays: Replays | undefined;
  const { connections, ...ofServers } = createTabConnections(options, basic, auth, {
    recordedAnswer: (serverId, input) => replays?.answerFor(serverId, input),
    answerByModel: async (...request) => (await openModels()).answers.answer(...request),
  });
  const { opener, connector } = connections;
  const recordings = createRecordings({ ...options, ...basic, opener });
  const { restart } = connector;

  return {
    view,
    workbenchLayout: createWorkbenchLayout(storage),
    connections,
    servers: {
      all: servers,
      defaults,
      addressBar,
      origins,
      saved,
      identities,
      remoteIcons,
      ...ofServers,
    },
    catalog: { changes },
    definitions: createDefinitionMemory(storage, () => performance.timeOrigin + clock.now()),
    recordings,
    live: createLiveShares({ log, servers, clock, fetch, base }),
    invocations: {
      drafts,
      runs,
      compositions,
      repeats,
      destructive,
      invoke: createInvoke(basic),
    },
    requests: { inbox, rules, elicitations },
    sampling: { openModels, answerDrafts, scratch },
    auth,
    relay: { access: relay, forwarding, pairing: createPairing({ relay, fetch, clock }) },
    watch: createWatchStore({ servers, relay, restart, runs, tasksOf, clock }),
    persistence,
    ...createOnDemandStores({ servers, newId, sealedItems: basic.sealedItems }),
    async replays() {
      const { createReplays } = await import("../../sessions/store/replay/replays.ts");
      replays ??= createReplays({ log, servers, recordings, storage });
      return replays;
    },
    traffic: { log, findings: createLogFindings(log, clock.now) },
    clock,
    newId,
    fetch,
  };
}
