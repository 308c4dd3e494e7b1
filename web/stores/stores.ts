/** The types of the stores of a tab, and of what they need to be created. */
import type { Clock } from "../../shared/core/clock.ts";
import type { EventLog } from "../../shared/log/eventLog.ts";
import type { Slots } from "../../shared/transport/http/slots.ts";
import type { Authorizations } from "./auth/authorizations.ts";
import type { ResourceChanges } from "./catalog/resourceChanges.ts";
import type { Connector } from "./connections/connector.ts";
import type { OpenConnection } from "./connections/openConnection.ts";
import type { OpenServer } from "./connections/openServers.ts";
import type { Questions } from "./connections/questions.ts";
import type { RedirectConsents } from "./connections/redirectConsents.ts";
import type { SavedServerActions } from "./connections/savedServer.ts";
import type { DefinitionMemory } from "./definitions/definitionMemory.ts";
import type { Compositions } from "./invocations/composition.ts";
import type { DestructiveCalls } from "./invocations/destructive.ts";
import type { Drafts } from "./invocations/drafts.ts";
import type { Invoke } from "./invocations/invoke.ts";
import type { Repeats } from "./invocations/repeats.ts";
import type { Runs } from "./invocations/runs.ts";
import type { LiveShares } from "./live/liveStore.ts";
import type { OnDemandStores } from "./onDemand.ts";
import type { PersistenceStore } from "./persistence/persistenceStore.ts";
import type { ReadableStore } from "./readableStore.ts";
import type { Recordings } from "./recordings/recordingsStore.ts";
import type { Forwarding } from "./relay/forwarding.ts";
import type { Pairing } from "./relay/pairing.ts";
import type { RelayAccess } from "./relay/relayAccess.ts";
import type { Replays } from "./replay/replays.ts";
import type { Elicitations } from "./requests/elicitation/elicitations.ts";
import type { Inbox } from "./requests/inbox.ts";
import type { RulesStore } from "./requests/rules/rulesStore.ts";
import type { AnswerDrafts } from "./sampling/answerDrafts.ts";
import type { OpenModels } from "./sampling/openModels.ts";
import type { ScratchStore } from "./sampling/scratch.ts";
import type { AddressBar } from "./servers/addressBar.ts";
import type { AskedValues } from "./servers/askedValues.ts";
import type { ConfiguredApprovals } from "./servers/configuredApprovals.ts";
import type { ConfiguredServers } from "./servers/configuredServers.ts";
import type { SavedServers } from "./servers/recent/savedServers.ts";
import type { ServerIdentities } from "./servers/recent/serverIdentities.ts";
import type { RemoteIcons } from "./servers/remoteIcons.ts";
import type { ServerProfiles } from "./servers/serverProfiles.ts";
import type { Servers } from "./servers/serversStore.ts";
import type { ServerDefaultsStore } from "./servers/settings.ts";
import type { ValueOrigins } from "./servers/valueOrigins.ts";
import type { TextStorage } from "./storedJson.ts";
import type { LogFindings } from "./traffic/logFindings.ts";
import type { ViewStore } from "./view/viewStore.ts";
import type { WorkbenchLayout } from "./view/workbenchLayout.ts";
import type { WatchStore } from "./watch/watchStore.ts";

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

/** The stores of a tab, by subject. */
export interface Stores extends OnDemandStores {
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
    /** Saves open servers, and opens saved ones. */
    readonly savedServers: () => Promise<SavedServerActions>;
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
  readonly catalog: { readonly changes: ResourceChanges };
  /** The lists of servers at their last connection. */
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
    /** The content of the composer, by server. */
    readonly compositions: Compositions;
  };
  /** The requests from servers that wait for the user. */
  readonly requests: {
    readonly inbox: Inbox;
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
  readonly auth: Authorizations;
  readonly relay: {
    readonly access: RelayAccess;
    /** Requests that are sent through the relay. */
    readonly forwarding: Forwarding;
    readonly pairing: Pairing;
  };
  readonly watch: WatchStore;
  /** The state of storing and restoring this tab. */
  readonly persistence: PersistenceStore;
  /** Opens the replays of this tab. */
  readonly replays: () => Promise<Replays>;
  readonly traffic: { readonly log: EventLog; readonly findings: LogFindings };
  readonly clock: Clock;
  /** 128 random bits. */
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
}
