/** The types of the stores of a tab, and of what they need to be created. */
import type { Clock } from "../../shared/core/clock.ts";
import type { EventLog } from "../../shared/log/eventLog.ts";
import type { Slots } from "../../shared/transport/http/slots.ts";
import type { OpenApps } from "../apps/store/openApps.ts";
import type { Collections } from "../calls/store/collections/collections.ts";
import type { Compositions } from "../calls/store/composition.ts";
import type { Drafts } from "../calls/store/drafts.ts";
import type { CallHistory } from "../calls/store/history/callHistory.ts";
import type { Invoke } from "../calls/store/invoke.ts";
import type { Repeats } from "../calls/store/repeats.ts";
import type { Runs } from "../calls/store/runs.ts";
import type { ToolConsents } from "../calls/store/toolConsents.ts";
import type { CallQueue } from "../calls/store/waiting/callQueue.ts";
import type { Chats } from "../chat/store/chats.ts";
import type { Diagnoses } from "../doctor/store/diagnosesStore.ts";
import type { EventFeeds } from "../events/store/eventFeeds.ts";
import type { Examinations } from "../examine/store/examinations.ts";
import type { Elicitations } from "../inbox/store/elicitation/elicitations.ts";
import type { Inbox } from "../inbox/store/inbox.ts";
import type { RulesStore } from "../inbox/store/rulesStore.ts";
import type { ReadableStore } from "../platform/readableStore.ts";
import type { PersistenceStore } from "../platform/storage/persistenceStore.ts";
import type { OpenSealedItems } from "../platform/storage/sealedItems.ts";
import type { TextStorage } from "../platform/storedJson.ts";
import type { Forwarding } from "../relay/store/forwarding.ts";
import type { Pairing } from "../relay/store/pairing.ts";
import type { RelayAccess } from "../relay/store/relayAccess.ts";
import type { AnswerDrafts } from "../sampling/store/answerDrafts.ts";
import type { OpenModels } from "../sampling/store/openModels.ts";
import type { ScratchStore } from "../sampling/store/scratch.ts";
import type { AddressBar } from "../servers/store/addressBar.ts";
import type { DefinitionMemory } from "../servers/store/catalog/definitionMemory.ts";
import type { ResourceChanges } from "../servers/store/catalog/resourceChanges.ts";
import type { AskedValues } from "../servers/store/configured/askedValues.ts";
import type { ConfiguredApprovals } from "../servers/store/configured/configuredApprovals.ts";
import type { ConfiguredServers } from "../servers/store/configured/configuredServers.ts";
import type { Connector } from "../servers/store/connections/connector.ts";
import type { OpenConnection } from "../servers/store/connections/openConnection.ts";
import type { OpenServer } from "../servers/store/connections/openServers.ts";
import type { Questions } from "../servers/store/connections/questions.ts";
import type { RedirectConsents } from "../servers/store/connections/redirectConsents.ts";
import type { SavedServers } from "../servers/store/recent/savedServers.ts";
import type { ServerIdentities } from "../servers/store/recent/serverIdentities.ts";
import type { RemoteIcons } from "../servers/store/remoteIcons.ts";
import type { SavedServerActions, ServerProfiles } from "../servers/store/serverProfiles.ts";
import type { Servers } from "../servers/store/serversStore.ts";
import type { ServerDefaultsStore } from "../servers/store/settings.ts";
import type { ValueOrigins } from "../servers/store/valueOrigins.ts";
import type { LiveShares } from "../sessions/store/live/liveStore.ts";
import type { Recordings } from "../sessions/store/recordingsStore.ts";
import type { Authorizations } from "../signIn/store/authorizations.ts";
import type { TapControl } from "../taps/store/tapControl.ts";
import type { RelayTaps } from "../taps/store/watchTaps.ts";
import type { LogFindings } from "../traffic/store/logFindings.ts";
import type { SavedFilters } from "../traffic/store/savedFilters.ts";
import type { ViewStore } from "../view/viewStore.ts";
import type { WorkbenchLayout } from "../view/workbenchLayout.ts";
import type { WatchStore } from "../watch/store/watchStore.ts";

/** What the page passes to the stores of a tab. */
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
  /**
   * Whether that relay has a half of the key: then the state of the tab, the history of calls and
   * recent servers are stored only with it.
   */
  readonly isRelayHalfNeeded: boolean;
  /** Limits the long-lived streams per origin across all connections of this tab. */
  readonly slots: Slots;
  /** Yields to the event loop during long reads. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** The URL of the page, without fragment. */
  readonly base: string;
}

/** The stores of a tab, under the names of their folders. */
export interface Stores {
  readonly view: ViewStore;
  /** How request and result share the workbench. */
  readonly workbenchLayout: WorkbenchLayout;
  readonly connections: {
    /** Opens, restarts and closes the connections of servers, by server id. */
    readonly opener: OpenConnection;
    /** The actions of the address bar and its buttons. */
    readonly connector: Connector;
    readonly questions: Questions;
    /** Asks before headers follow a redirect. */
    readonly redirectConsents: RedirectConsents;
    /** The open servers with name and state, in order. */
    readonly open: ReadableStore<readonly OpenServer[]>;
    /** Saves an open server under a name; see {@link SavedServerActions}. */
    readonly save: SavedServerActions["save"];
  };
  readonly servers: {
    /** The open servers and the one in the address bar, with their settings and connections. */
    readonly all: Servers;
    /** The settings with which new servers start. */
    readonly defaults: ServerDefaultsStore;
    /** What the address bar says about its text. */
    readonly addressBar: AddressBar;
    /** Which values of variables and headers the user did not type. */
    readonly origins: ValueOrigins;
    /** The recent servers. */
    readonly saved: SavedServers;
    /** The servers that the user saved under a name. */
    readonly profiles: ServerProfiles;
    /** The names and icons of recent servers. */
    readonly identities: ServerIdentities;
    /** Icons that the user has loaded from other addresses. */
    readonly remoteIcons: RemoteIcons;
    /** The servers of the relay's configuration files. */
    readonly configured: ConfiguredServers;
    /** The values of placeholders in addresses. */
    readonly askedValues: AskedValues;
    readonly configuredApprovals: ConfiguredApprovals;
  };
  readonly catalog: {
    readonly changes: ResourceChanges;
    /** The lists of servers at their last connection. */
    readonly definitions: DefinitionMemory;
  };
  readonly sessions: {
    /** Recordings that are open. */
    readonly recordings: Recordings;
    /** Sessions of this tab that others watch. */
    readonly live: LiveShares;
  };
  readonly taps: {
    /** The recordings of taps that the relay has, and the servers that can have a tap. */
    readonly recordings: RelayTaps;
    /** Breakpoints and faults of taps, by the name of the tap. */
    readonly controls: ReadableStore<ReadonlyMap<string, TapControl>>;
  };
  readonly calls: {
    readonly drafts: Drafts;
    readonly repeats: Repeats;
    /** What the user has agreed to for tools. */
    readonly consents: ToolConsents;
    readonly runs: Runs;
    readonly invoke: Invoke;
    /** Sends queued calls out of turn. */
    readonly queue: CallQueue;
    /** The content of the composer, by server. */
    readonly compositions: Compositions;
    /** Opens the history of calls of this browser. */
    readonly history: () => Promise<CallHistory>;
    /** Opens the collections of saved calls of this browser. */
    readonly collections: () => Promise<Collections>;
  };
  readonly inbox: {
    /** The requests from servers that wait for the user. */
    readonly requests: Inbox;
    /** Rules that answer requests automatically. */
    readonly rules: RulesStore;
    readonly elicitations: Elicitations;
  };
  /** Automatic answers to sampling requests, and their drafts. */
  readonly sampling: {
    /** The models that the user has configured, and what they generate. */
    readonly openModels: OpenModels;
    /** Drafts of the user's answers. */
    readonly answerDrafts: AnswerDrafts;
    /** Requests without a server. */
    readonly scratch: ScratchStore;
  };
  /** The authorization of this tab at each server. */
  readonly signIn: Authorizations;
  readonly relay: {
    readonly access: RelayAccess;
    /** Requests that are sent through the relay. */
    readonly forwarding: Forwarding;
    readonly pairing: Pairing;
  };
  /** Diagnoses of connections. */
  readonly doctor: Diagnoses;
  readonly watch: WatchStore;
  readonly apps: OpenApps;
  /** Opens the conversations of this browser. */
  readonly chat: () => Promise<Chats>;
  /** Opens the examinations of servers of this tab. */
  readonly examine: () => Promise<Examinations>;
  /** Opens the feeds of events of servers of this tab. */
  readonly events: () => Promise<EventFeeds>;
  /** The state of storing and restoring this tab. */
  readonly persistence: PersistenceStore;
  /** Opens an encrypted database of this browser. */
  readonly sealedItems: OpenSealedItems;
  readonly traffic: {
    readonly log: EventLog;
    readonly findings: LogFindings;
    readonly savedFilters: SavedFilters;
  };
  readonly clock: Clock;
  /** 128 random bits. */
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
}
