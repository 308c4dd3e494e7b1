/** The state of a tab as stored for the page after a reload. */
import { formatTarget } from "../../../shared/config/target.ts";
import { activeConnection, activeRecord } from "../connections/connectionRecords.ts";
import type { ComposerDraft, Composition } from "../invocations/composition.ts";
import { unconnected } from "../invocations/drafts.ts";
import type { Settings } from "../servers/settings.ts";
import type { Stores } from "../stores.ts";
import type { ViewState } from "../view/viewStore.ts";
import { type NotStored, nothingLeftOut } from "./persistenceStore.ts";
import { type StoredRun, storedRuns } from "./storedRuns.ts";
import { notStoredOf, otherServers, type StoredDraft, type StoredServer } from "./storedServers.ts";

/** The settings of a server that contain no secret. */
type PlainSettings = Pick<Settings, "revision" | "directory" | "roots" | "withheld" | "logLevel">;

export interface TabContent {
  /** The address that is shown, or that of the connection. */
  readonly address: string;
  readonly isFromLink: boolean;
  /** Whether the address was pasted and not edited. */
  readonly isPasted?: boolean;
  /** Whether a connection was open or being opened. */
  readonly wasConnected: boolean;
  /** The secrets of the connection, which are not stored and have to be entered again. */
  readonly notStored: NotStored;
  readonly settings: PlainSettings;
  /** Names of the environment variables. */
  readonly environment: readonly string[];
  readonly view: Pick<ViewState, "selection" | "pane" | "trafficView">;
  readonly drafts: readonly StoredDraft[];
  /** Of other servers, by their key. */
  readonly otherDrafts: readonly (readonly [server: string, drafts: readonly StoredDraft[]])[];
  readonly composition: StoredComposition;
  readonly runs: readonly StoredRun[];
  /** The other open servers, in their order. */
  readonly others: readonly StoredServer[];
  /** The name that the user gave the active server, and its place among all. */
  readonly name: string | undefined;
  readonly place: number;
}

/** Without headers, which may be secret. */
type StoredComposition = Omit<Composition, "headers" | "others"> & {
  readonly others: readonly Omit<ComposerDraft, "headers">[];
};

type ContentStores = Pick<Stores, "view" | "connections" | "servers" | "invocations">;

/** @param origin `performance.timeOrigin`, which times of runs are added to */
export function readTabContent(stores: ContentStores, origin: number): TabContent {
  const { records } = stores.connections;
  const { addressBar, settings } = stores.servers;
  const { drafts, composition, runs } = stores.invocations;
  const all = records.getState();
  const record = activeRecord(all);
  const kind = activeConnection(all)?.state.getState().kind;
  const { address, isFromLink, isPasted } = addressBar.getState();
  const isShown = record !== undefined && !isFromLink && kind !== "closed";
  const { revision, directory, roots, withheld, logLevel, environment } = settings.getState();
  const { selection, pane, trafficView } = view(stores);
  const written = drafts.getState();
  const ownId = all.activeId ?? unconnected;
  const others = [...written].filter(([id]) => id.startsWith("server "));
  return {
    address: isShown ? formatTarget(record.target) : address,
    isFromLink,
    isPasted,
    wasConnected: isShown && (kind === "connected" || kind === "connecting" || kind === "lost"),
    notStored: isShown ? notStoredOf(record) : nothingLeftOut,
    settings: { revision, directory, roots, withheld, logLevel },
    environment: environment.map(([name]) => name),
    view: { selection, pane, trafficView },
    drafts: [...(written.get(ownId) ?? [])],
    otherDrafts: others.map(([id, own]) => [id, [...own]]),
    composition: withoutHeaders(composition.getState()),
    runs: storedRuns(runs.getState(), ownId, origin),
    others: otherServers(stores, origin),
    name: record?.name,
    place: [...all.records.keys()].indexOf(ownId),
  };
}

function withoutHeaders({ headers: _, others, ...shown }: Composition): StoredComposition {
  return { ...shown, others: others.map(({ headers: _, ...draft }) => draft) };
}

const view = (stores: ContentStores): ViewState => stores.view.getState();

/** Whether a value is a content that this version of the page has stored. */
export function isTabContent(value: unknown): value is TabContent {
  const content = value as Partial<TabContent> | undefined;
  return (
    typeof content === "object" &&
    content !== null &&
    typeof content.address === "string" &&
    Array.isArray(content.drafts) &&
    Array.isArray(content.runs) &&
    Array.isArray(content.others) &&
    typeof content.view === "object" &&
    typeof content.notStored === "object"
  );
}
