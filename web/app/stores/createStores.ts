/** Creates the stores of a tab and passes each its dependencies: the composition root of the page's state. */

import { createStore } from "zustand/vanilla";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { createOpenApps } from "../../apps/store/openApps.ts";
import { createInvoke } from "../../calls/store/invoke.ts";
import { createCallQueue } from "../../calls/store/waiting/callQueue.ts";
import { createDiagnoses } from "../../doctor/store/diagnosesStore.ts";
import { memoizeSuccess } from "../../platform/memoizeSuccess.ts";
import { createPairing } from "../../relay/store/pairing.ts";
import { createAnswerDrafts } from "../../sampling/store/answerDrafts.ts";
import { createOpenModels } from "../../sampling/store/openModels.ts";
import { createDefinitionMemory } from "../../servers/store/catalog/definitionMemory.ts";
import { createOpenServers } from "../../servers/store/connections/openServers.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import { createLiveShares } from "../../sessions/store/live/liveStore.ts";
import { createRecordings } from "../../sessions/store/recordingsStore.ts";
import { sessionConnections } from "../../sessions/store/sessionConnections.ts";
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
import { createTabConnector, createTabOpener } from "./tabConnections.ts";

/** Creates the stores of a tab, each after those that it needs; nothing is sent. */
export function createStores(options: StoresOptions): Stores {
  const { clock, newId, fetch, serverFetch, base, storage, relay, relaySession } = options;
  const { slots, yieldToEventLoop } = options;
  const basic = createBasicStores(options);
  const { log, view, servers, inbox, rules, elicitations, scratch, forwarding } = basic;
  const { changes, tasksOf, sealedItems, redirectConsents } = basic;
  const { drafts, runs, repeats, consents, compositions, listCache, replayAnswers } = basic;
  whenServerCloses(servers, (id) => {
    for (const store of [inbox, rules, elicitations, runs, repeats, consents, listCache])
      store.clear(id);
  });

  const auth = createTabAuthorizations(options, basic);
  const answerDrafts = createAnswerDrafts(inbox);
  const openModels = createOpenModels({
    base,
    fetch,
    relaySession,
    clock,
    newId,
    storage,
    inbox,
    scratch,
    answerDrafts,
    log,
    servers,
    relay,
    forwarding,
  });
  const openServers = createOpenServers(servers);
  const apps = createOpenApps({ storage, newId, servers });
  const { history, collections, chat } = createOnDemandStores({
    apps,
    servers,
    openServers,
    runs,
    consents,
    tasksOf,
    openModels,
    log,
    clock,
    newId,
    sealedItems,
    replayAnswers,
    connectionsOf: (id) => sessionConnections(id, { log, servers, recordings }),
  });
  const opener = createTabOpener(options, basic, auth, openModels);
  const recordings = createRecordings({
    servers,
    log,
    drafts,
    runs,
    view,
    listCache,
    clock,
    wallClock: Date.now,
    newId,
    fetch,
    base,
    opener,
    addConversations: (values, serverId) =>
      void chat().then(
        (chats) => chats.conversations.addRecorded(values, serverId),
        // without the code of the chat, the rest of the recording is shown
        () => {},
      ),
  });
  const openSession = (value: string) => void recordings.open({ kind: "link", value });
  const { connector, save, ...named } = createTabConnector(
    options,
    basic,
    auth,
    opener,
    openSession,
  );
  const { restart } = connector;
  const tapControls: TapControls = createStore(() => new Map());

  return {
    view,
    workbenchLayout: createWorkbenchLayout(storage),
    connections: {
      opener,
      connector,
      questions: basic.questions,
      redirectConsents,
      open: openServers,
      save,
    },
    servers: {
      all: servers,
      defaults: basic.defaults,
      addressBar: basic.addressBar,
      origins: basic.origins,
      saved: basic.saved,
      identities: basic.identities,
      remoteIcons: basic.remoteIcons,
      ...named,
    },
    catalog: {
      changes,
      definitions: createDefinitionMemory(storage, () => performance.timeOrigin + clock.now()),
    },
    sessions: {
      recordings,
      live: createLiveShares({ log, servers, clock, fetch, base }),
    },
    taps: { recordings: watchTaps(relay, recordings, tapControls), controls: tapControls },
    calls: {
      drafts,
      runs,
      compositions,
      repeats,
      consents,
      invoke: createInvoke({
        servers,
        view,
        drafts,
        runs,
        repeats,
        consents,
        tasksOf,
        changes,
        open: openServers,
        clock,
      }),
      queue: createCallQueue(slots, log),
      history,
      collections,
    },
    inbox: { requests: inbox, rules, elicitations },
    sampling: { openModels, answerDrafts, scratch },
    signIn: auth,
    relay: { access: relay, forwarding, pairing: createPairing({ relay, fetch, clock }) },
    doctor: createDiagnoses({ servers, log, clock, newId, fetch, forwarding, base }),
    watch: createWatchStore({
      servers,
      open: openServers,
      relay,
      restart,
      runs,
      tasksOf,
      log,
      clock,
    }),
    apps,
    chat,
    examine: memoizeSuccess(async () => {
      const { createExaminations } = await import("../../examine/store/examinations.ts");
      return createExaminations({
        fetch: serverFetch,
        forwarding,
        redirectConsents,
        clock,
        newId,
        relay,
        slots,
        yieldToEventLoop,
        servers,
        log,
        authorizerFor: (server, url) => auth.of(server, url).authorizerFor(server.id),
        storage,
        collections,
      });
    }),
    events: memoizeSuccess(async () => {
      const { createEventFeeds } = await import("../../events/store/eventFeeds.ts");
      return createEventFeeds({ clock, relay, servers });
    }),
    persistence: basic.persistence,
    sealedItems,
    traffic: {
      log,
      findings: createLogFindings(log, clock.now),
      savedFilters: basic.savedFilters,
    },
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
  return createAuthorizations({
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
    readSecrets: (stored) => readTabSecrets(servers.getState(), compositions, stored),
    base,
  });
}
