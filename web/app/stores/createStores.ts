/** Creates the stores of a tab and passes each its dependencies: the composition root of the page's state. */

import { createStore } from "zustand/vanilla";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { createOpenApps } from "../../apps/store/openApps.ts";
import { createInvoke } from "../../calls/store/invoke.ts";
import { createDiagnoses } from "../../doctor/store/diagnosesStore.ts";
import type { Examinations } from "../../examine/store/examinations.ts";
import { createPairing } from "../../relay/store/pairing.ts";
import { createAnswerDrafts } from "../../sampling/store/answerDrafts.ts";
import { createOpenModels } from "../../sampling/store/openModels.ts";
import { createDefinitionMemory } from "../../servers/store/catalog/definitionMemory.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import { createLiveShares } from "../../sessions/store/live/liveStore.ts";
import { createRecordings } from "../../sessions/store/recordingsStore.ts";
import type { Replays } from "../../sessions/store/replay/replays.ts";
import { type Authorizations, createAuthorizations } from "../../signIn/store/authorizations.ts";
import type { Stores, StoresOptions } from "../../stores/stores.ts";
import type { TapControls } from "../../taps/store/followTaps.ts";
import { watchTaps } from "../../taps/store/watchTaps.ts";
import { createLogFindings } from "../../traffic/store/logFindings.ts";
import { createWorkbenchLayout } from "../../view/workbenchLayout.ts";
import { createWatchStore } from "../../watch/store/watchStore.ts";
import { readTabSecrets } from "../persistence/tabSecrets.ts";
import { type BasicStores, createBasicStores } from "./basicStores.ts";
import { createOnDemandStores } from "./onDemand.ts";
import { createTabConnections } from "./tabConnections.ts";

/** Creates the stores of a tab; nothing is sent. */
export function createStores(options: StoresOptions): Stores {
  const { clock, newId, fetch, base, storage, relay } = options;
  const basic = createBasicStores(options);
  const { log, view, servers, defaults, inbox, rules, elicitations, scratch, forwarding } = basic;
  const { addressBar, origins, saved, identities, remoteIcons, changes, tasksOf, persistence } =
    basic;
  const { sealedItems } = basic;
  const { drafts, runs, repeats, consents, compositions, listCache } = basic;
  whenServerCloses(servers, (id) => {
    for (const store of [inbox, rules, elicitations, runs, repeats, consents, listCache])
      store.clear(id);
  });

  const auth = createTabAuthorizations(options, basic);
  const answerDrafts = createAnswerDrafts(inbox);
  const openModels = createOpenModels({ ...options, ...basic, answerDrafts });
  let replays: Replays | undefined;
  let examinations: Examinations | undefined;
  const { connections, ...ofServers } = createTabConnections(options, basic, auth, {
    openSession: (value) => void recordings.open({ kind: "link", value }),
    recordedAnswer: (serverId, input) => replays?.answerFor(serverId, input),
    answerByModel: async (...request) => (await openModels()).answers.answer(...request),
  });
  const { opener, connector } = connections;
  const openServers = connections.open;
  const { history, collections, chat } = createOnDemandStores({
    ...options,
    ...basic,
    openServers,
    openModels,
  });
  const addConversations = (values: readonly unknown[], serverId: string) =>
    void chat().then(
      (chats) => chats.conversations.addRecorded(values, serverId),
      // without the code of the chat, the rest of the recording is shown
      () => {},
    );
  const recordings = createRecordings({ ...options, ...basic, opener, addConversations });
  const { restart } = connector;
  const tapControls: TapControls = createStore(() => new Map());

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
    catalog: {
      changes,
      definitions: createDefinitionMemory(storage, () => performance.timeOrigin + clock.now()),
    },
    sessions: {
      recordings,
      live: createLiveShares({ log, servers, clock, fetch, base }),
      async replays() {
        const { createReplays } = await import("../../sessions/store/replay/replays.ts");
        replays ??= createReplays({ log, servers, recordings, consents, storage });
        return replays;
      },
    },
    taps: { recordings: watchTaps(relay, recordings, tapControls), controls: tapControls },
    calls: {
      drafts,
      runs,
      compositions,
      repeats,
      consents,
      invoke: createInvoke(basic),
      history,
      collections,
    },
    inbox: { requests: inbox, rules, elicitations },
    sampling: { openModels, answerDrafts, scratch },
    signIn: auth,
    relay: { access: relay, forwarding, pairing: createPairing({ relay, fetch, clock }) },
    doctor: createDiagnoses({ servers, log, clock, newId, fetch, forwarding, base }),
    watch: createWatchStore({ servers, open: openServers, relay, restart, runs, tasksOf, clock }),
    apps: createOpenApps({ storage, newId, servers }),
    chat,
    async examine() {
      const { createExaminations } = await import("../../examine/store/examinations.ts");
      examinations ??= createExaminations({
        ...options,
        ...basic,
        fetch: options.serverFetch,
        collections,
        authorizerFor: (server, url) => auth.of(server, url).authorizerFor(server.id),
      });
      return examinations;
    },
    persistence,
    sealedItems,
    traffic: { log, findings: createLogFindings(log, clock.now) },
    clock,
    newId,
    fetch,
  };
}

/** Creates the authorizations of a tab: what they need of the servers that they are for. */
function createTabAuthorizations(options: StoresOptions, stores: BasicStores): Authorizations {
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
