/** Creates the stores of a tab and passes each its dependencies: the composition root of the page's state. */
import type { Clock } from "../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../shared/log/eventLog.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import type { Slots } from "../../shared/transport/http/slots.ts";
import { type Authorizations, createAuthorizations } from "./auth/authorizations.ts";
import { followAuthorizations } from "./auth/followAuthorization.ts";
import { takeSignIn } from "./auth/storage/storedSignIn.ts";
import { readTabScreen } from "./auth/tabScreen.ts";
import { createResourceChanges, type ResourceChanges } from "./catalog/resourceChanges.ts";
import {
  type ConnectionRecords,
  createConnectionRecords,
  recordOfUrl,
} from "./connections/connectionRecords.ts";
import { type Connector, createConnector } from "./connections/connector.ts";
import { createOpenConnection, type OpenConnection } from "./connections/openConnection.ts";
import { createOpenServers, type OpenServer } from "./connections/openServers.ts";
import { createQuestions, type Questions } from "./connections/questions.ts";
import type { SavedServerActions } from "./connections/savedServer.ts";
import { createServerSwitch, type ServerSwitch } from "./connections/serverSwitch.ts";
import { createDefinitionMemory, type DefinitionMemory } from "./definitions/definitionMemory.ts";
import { type CompositionStore, createCompositionStore } from "./invocations/composition.ts";
import { createDestructiveCalls, type DestructiveCalls } from "./invocations/destructive.ts";
import { createDrafts, type Drafts } from "./invocations/drafts.ts";
import { createInvoke, type Invoke } from "./invocations/invoke.ts";
import { type PersistedTasksOf, persistedTasksOf } from "./invocations/persistedTasks.ts";
import { createRepeats, type Repeats } from "./invocations/repeats.ts";
import { createRuns, type Runs } from "./invocations/runs.ts";
import { createLiveShares, type LiveShares } from "./live/liveStore.ts";
import { createOnDemandStores, type OnDemandStores } from "./onDemand.ts";
import { createPersistenceStore, type PersistenceStore } from "./persistence/persistenceStore.ts";
import type { ReadableStore } from "./readableStore.ts";
import { createRecordings, type Recordings } from "./recordings/recordingsStore.ts";
import { createForwarding, type Forwarding } from "./relay/forwarding.ts";
import { createPairing, type Pairing } from "./relay/pairing.ts";
import type { RelayAccess } from "./relay/relayAccess.ts";
import type { Replays } from "./replay/replays.ts";
import { createElicitations, type Elicitations } from "./requests/elicitation/elicitations.ts";
import { createInbox, type Inbox } from "./requests/inbox.ts";
import { createRulesStore, type RulesStore } from "./requests/rules/rulesStore.ts";
import { type AnswerDrafts, createAnswerDrafts } from "./sampling/answerDrafts.ts";
import { createOpenModels, type OpenModels } from "./sampling/openModels.ts";
import { createScratchStore, type ScratchStore } from "./sampling/scratch.ts";
import { type AddressBar, createAddressBar } from "./servers/addressBar.ts";
import { type AskedValues, createAskedValues } from "./servers/askedValues.ts";
import { createConfiguredApprovals } from "./servers/configuredApprovals.ts";
import { type ConfiguredServers, createConfiguredServers } from "./servers/configuredServers.ts";
import { createSavedServers, type SavedServers } from "./servers/savedServers.ts";
import { createServerIdentities, type ServerIdentities } from "./servers/serverIdentities.ts";
import { createServerProfiles, type ServerProfiles } from "./servers/serverProfiles.ts";
import { createSettingsStore, type SettingsStore } from "./servers/settingsStore.ts";
import type { TextStorage } from "./storedJson.ts";
import { createLogFindings, type LogFindings } from "./traffic/logFindings.ts";
import { createViewStore, type ViewStore } from "./view/viewStore.ts";
import { createWorkbenchLayout, type WorkbenchLayout } from "./view/workbenchLayout.ts";
import { createWatchStore, type WatchStore } from "./watch/watchStore.ts";

export interface StoresOptions {
  readonly clock: Clock;
  /** 128 random bits. */
  readonly newId: () => string;
  /** Undefined outside secure contexts. */
  readonly subtle: SubtleCrypto | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Sends the requests of connections. */
  readonly serverFetch: typeof globalThis.fetch;
  /** Local storage: persists across visits. */
  readonly storage: TextStorage;
  /** Session storage: persists until the tab is closed. */
  readonly tabStorage: TextStorage;
  readonly relay: RelayAccess;
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly relaySession: () => Promise<string | undefined>;
  /** Limits the long-lived streams per origin across all connections of this tab. */
  readonly slots: Slots;
  /** Yields to the event loop during long reads. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** The URL of the page, without fragment. */
  readonly base: string;
}

/** The stores of a tab, by subject. */
export interface Stores extends OnDemandStores {
  readonly view: ViewStore;
  /** How request and result share the workbench. */
  readonly workbenchLayout: WorkbenchLayout;
  readonly connections: {
    readonly records: ConnectionRecords;
    /** Opens, restarts and closes connections by their id. */
    readonly opener: OpenConnection;
    /** The actions of the address bar and its buttons. */
    readonly connector: Connector;
    readonly questions: Questions;
    /** The open servers with name and state, in order. */
    readonly open: ReadableStore<readonly OpenServer[]>;
    /** Switches between them. */
    readonly serverSwitch: ServerSwitch;
    /** Saves open servers, and opens saved ones. */
    readonly savedServers: () => Promise<SavedServerActions>;
  };
  readonly servers: {
    readonly addressBar: AddressBar;
    readonly settings: SettingsStore;
    readonly saved: SavedServers;
    /** The servers that the user saved under a name. */
    readonly profiles: ServerProfiles;
    /** The names and icons of recent servers. */
    readonly identities: ServerIdentities;
    /** The servers of the relay's configuration files. */
    readonly configured: ConfiguredServers;
    /** The values of placeholders in addresses. */
    readonly askedValues: AskedValues;
  };
  readonly catalog: { readonly changes: ResourceChanges };
  /** What servers listed at their last connection. */
  readonly definitions: DefinitionMemory;
  /** Recordings that are open. */
  readonly recordings: Recordings;
  /** Sessions of this tab that others watch. */
  readonly live: LiveShares;
  readonly invocations: {
    readonly drafts: Drafts;
    readonly repeats: Repeats;
    readonly destructive: DestructiveCalls;
    readonly runs: Runs;
    readonly invoke: Invoke;
    /** The composer's content. */
    readonly composition: CompositionStore;
  };
  /** The requests from servers that wait for the user. */
  readonly requests: {
    readonly inbox: Inbox;
    /** Rules that answer requests automatically. */
    readonly rules: RulesStore;
    readonly elicitations: Elicitations;
  };
  /** What can answer sampling requests besides the user. */
  readonly sampling: {
    /** The models that the user has configured, and what they generate. */
    readonly openModels: OpenModels;
    /** What the user has written for requests. */
    readonly answerDrafts: AnswerDrafts;
    /** Requests without a server. */
    readonly scratch: ScratchStore;
  };
  /** The authorization of this tab at each server. */
  readonly auth: Authorizations;
  readonly relay: {
    readonly access: RelayAccess;
    /** Requests that are sent through the relay. */
    readonly forwarding: Forwarding;
    readonly pairing: Pairing;
  };
  readonly watch: WatchStore;
  /** What is stored of this tab, and what was restored. */
  readonly persistence: PersistenceStore;
  /** Opens the replays of this tab. */
  readonly replays: () => Promise<Replays>;
  readonly traffic: { readonly log: EventLog; readonly findings: LogFindings };
  readonly clock: Clock;
  /** 128 random bits. */
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
}

export interface TabState {
  readonly stores: Stores;
  /** Resumes what an earlier page of this tab left; undefined if it left nothing. */
  readonly resume: () => "sign-in" | "process" | undefined;
}

/** Creates the stores of a tab; nothing is sent. */
export function createStores(options: StoresOptions): TabState {
  const { clock, newId, storage, tabStorage, relay } = options;
  const log = createEventLog({ now: clock.now });
  const view = createViewStore();
  const records = createConnectionRecords();
  const questions = createQuestions();
  const addressBar = createAddressBar();
  const settings = createSettingsStore(storage);
  const saved = createSavedServers(storage);
  const identities = createServerIdentities(storage);
  const inbox = createInbox(newId, clock.now);
  const rules = createRulesStore(storage);
  const elicitations = createElicitations(inbox);
  const scratch = createScratchStore(storage);
  const drafts = createDrafts();
  const runs = createRuns();
  const repeats = createRepeats(clock);
  const destructive = createDestructiveCalls();
  const composition = createCompositionStore();
  const changes = createResourceChanges();
  const tasksOf: PersistedTasksOf = (target) => persistedTasksOf(tabStorage, target);
  const forwarding = createForwarding(relay, tabStorage);
  const configured = createConfiguredServers({
    relay,
    addressBar,
    settings,
    isAnyOpen: () => records.getState().activeId !== undefined,
  });
  const tab = { view, records, addressBar, settings, drafts, composition };
  const auth = createAuthorizations({
    clock,
    newId,
    fetch: options.fetch,
    async relayFetch() {
      const link = await relay.link();
      return "code" in link ? undefined : forwarding.available();
    },
    relaySession: options.relaySession,
    isOnRoute: (serverUrl, origin) =>
      settings.of(serverUrl).route === "relay" && forwarding.hasAgreed(origin),
    storage,
    tabStorage,
    recorderFor(serverUrl) {
      const before = newId();
      const idNow = () => recordOfUrl(records.getState(), serverUrl)?.connection?.id ?? before;
      return (draft, body, at) => createRecorder(log, idNow())(draft, body, at);
    },
    revision(serverUrl) {
      const connection = recordOfUrl(records.getState(), serverUrl)?.connection;
      const state = connection?.state.getState();
      const { revision } = settings.getState();
      if (state?.kind === "connected") return state.client.agreement.revision;
      return revision === "auto" ? undefined : revision;
    },
    screen: (own) => readTabScreen(tab, own),
    base: options.base,
  });
  const openModels = createOpenModels({
    clock,
    newId,
    fetch: options.fetch,
    relaySession: options.relaySession,
    base: options.base,
    storage,
    inbox,
    scratch,
    log,
    records,
    relay,
    forwarding,
  });
  let replays: Replays | undefined;
  const opener = createOpenConnection({
    ...options,
    fetch: options.serverFetch,
    forwarding,
    records,
    log,
    settings,
    saved,
    identities,
    elicitations,
    answers: {
      inbox,
      rules,
      recordedAnswer: (recordId, input) => replays?.answerFor(recordId, input),
      answerByModel: async (...request) => (await openModels()).answers.answer(...request),
    },
    drafts,
    runs,
    tasksOf,
    changes,
    auth,
  });
  followAuthorizations({ records, view, auth, reopen: (id) => opener.reopen(id) });
  const askedValues = createAskedValues(async () =>
    (await import("./auth/storage/storesOfPage.ts")).encryptedStoreOfPage(options),
  );
  const profiles = createServerProfiles({ storage, newId, openStore: askedValues.store });
  const serverSwitch = createServerSwitch({ records, opener, view, addressBar, settings });
  const savedServers = async () => {
    const { createSavedServerActions } = await import("./connections/savedServer.ts");
    const own = { records, profiles, settings, addressBar, auth, serverSwitch, connector };
    return createSavedServerActions(own);
  };
  const connector = createConnector({
    records,
    opener,
    questions,
    addressBar,
    settings,
    configured,
    configuredApprovals: createConfiguredApprovals({
      storage,
      subtle: options.subtle,
      newSalt: newId,
    }),
    isProgram: (address) => !/\s/.test(address) && saved.getState().includes(address),
    tabStorage,
    openSaved(name) {
      const profile = profiles.named(name);
      if (profile) void savedServers().then(({ open }) => open(profile));
      return profile !== undefined;
    },
  });
  const watch = createWatchStore({
    records,
    relay,
    restart: connector.restart,
    runs,
    tasksOf,
    clock,
  });
  const recordings = createRecordings({
    records,
    opener,
    log,
    drafts,
    runs,
    addressBar,
    settings,
    view,
    clock,
    newId,
    fetch: options.fetch,
    base: options.base,
    serverSwitch,
  });

  return {
    stores: {
      view,
      workbenchLayout: createWorkbenchLayout(storage),
      connections: {
        records,
        opener,
        connector,
        questions,
        open: createOpenServers(records),
        serverSwitch,
        savedServers,
      },
      servers: { addressBar, settings, saved, profiles, identities, configured, askedValues },
      catalog: { changes },
      definitions: createDefinitionMemory(storage, () => performance.timeOrigin + clock.now()),
      recordings,
      live: createLiveShares({ log, records, clock, fetch: options.fetch, base: options.base }),
      invocations: {
        drafts,
        runs,
        composition,
        repeats,
        destructive,
        invoke: createInvoke({
          records,
          view,
          addressBar,
          drafts,
          runs,
          repeats,
          destructive,
          tasksOf,
        }),
      },
      requests: { inbox, rules, elicitations },
      sampling: {
        openModels,
        answerDrafts: createAnswerDrafts(inbox),
        scratch,
      },
      auth,
      relay: {
        access: relay,
        forwarding,
        pairing: createPairing({ relay, fetch: options.fetch, clock }),
      },
      watch,
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
      fetch: options.fetch,
    },
    resume() {
      const signIn = takeSignIn(tabStorage);
      if (!signIn) return connector.resume() ? "process" : undefined;
      // not part of the first load
      void import("./auth/resumeSignIn.ts").then(({ resumeSignIn }) =>
        resumeSignIn({ ...tab, auth, connect: connector.connect }, signIn),
      );
      return "sign-in";
    },
  };
}
