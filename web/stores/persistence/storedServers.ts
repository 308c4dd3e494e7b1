/** Converts the open servers that are not active to plain data and back. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import { placeholdersIn } from "../../../shared/recording/placeholders.ts";
import type { ConnectionRecord } from "../connections/connectionRecords.ts";
import type { Draft } from "../invocations/drafts.ts";
import type { OwnSettings } from "../servers/settingsStore.ts";
import type { Stores } from "../stores.ts";
import type { Selection } from "../view/viewStore.ts";
import type { NotStored } from "./persistenceStore.ts";
import { restoredRuns, type StoredRun, storedRuns } from "./storedRuns.ts";

export type StoredDraft = readonly [key: string, draft: Draft];

/** An open server, without secrets. */
export interface StoredServer {
  readonly address: string;
  /** The name that the user gave it. */
  readonly name: string | undefined;
  readonly wasConnected: boolean;
  /** The secrets of the connection, which are not stored. */
  readonly notStored: NotStored;
  readonly settings: Pick<OwnSettings, "directory" | "roots" | "withheld">;
  /** Names of the environment variables. */
  readonly environment: readonly string[];
  readonly selection: Selection | undefined;
  readonly drafts: readonly StoredDraft[];
  readonly runs: readonly StoredRun[];
}

type ServerStores = Pick<Stores, "view" | "connections" | "servers" | "invocations">;

/** Maximum number of servers that are opened again. */
const maxServers = 20;

/** The secrets of the connection of a record, which are not stored. */
export function notStoredOf({ target, settings }: ConnectionRecord): NotStored {
  const { headers = [], sessionId = "" } = settings ?? {};
  return {
    headers: headers.map(([name]) => name),
    hasUserinfo: target.kind === "http" && target.userinfo !== undefined,
    hasSessionId: sessionId !== "",
  };
}

/** @param origin `performance.timeOrigin`, which times of runs are added to */
export function otherServers(stores: ServerStores, origin: number): readonly StoredServer[] {
  const { records, activeId } = stores.connections.records.getState();
  const { otherSelections } = stores.view.getState();
  const { drafts, runs } = stores.invocations;
  return [...records.values()].flatMap((record): readonly StoredServer[] => {
    const { id, target, name, settingsKey, connection } = record;
    const kind = connection?.state.getState().kind;
    // a recording is opened again from its source
    if (id === activeId || kind === "recorded") return [];
    const { directory, roots, withheld, environment } = stores.servers.settings.of(settingsKey);
    return [
      {
        address: formatTarget(target),
        name,
        wasConnected: kind === "connected" || kind === "connecting" || kind === "lost",
        notStored: notStoredOf(record),
        settings: { directory, roots, withheld },
        environment: environment.map(([variable]) => variable),
        selection: otherSelections.get(id),
        drafts: [...(drafts.getState().get(id) ?? [])],
        runs: storedRuns(runs.getState(), id, origin),
      },
    ];
  });
}

/**
 * Opens the servers again that need no secrets; the others wait for the user. The active server
 * does not change.
 * @param origin of the page that restores them
 */
export function restoreOthers(
  stores: ServerStores,
  servers: readonly StoredServer[],
  origin: number,
): void {
  const { records } = stores.connections;
  // a process that was resumed is open already
  const resumed = [...records.getState().records.values()].filter(
    ({ id }) => id !== records.getState().activeId,
  );
  for (const stored of servers.slice(0, maxServers)) {
    const at = resumed.findIndex(({ target }) => formatTarget(target) === stored.address);
    const id = at < 0 ? reopen(stores, stored) : resumed.splice(at, 1)[0]?.id;
    if (id === undefined) continue;
    if (stored.name !== undefined) records.rename(id, stored.name);
    // in the order in which they were
    records.move(id, records.getState().records.size);
    stores.view.keepSelection(id, stored.selection);
    stores.invocations.drafts.restore(id, stored.drafts);
    stores.invocations.runs.restore(id, restoredRuns(stored.runs, origin));
  }
}

function reopen({ connections, servers }: ServerStores, stored: StoredServer): string | undefined {
  const parsed = parseTarget(stored.address);
  if (parsed.kind === "invalid") return undefined;
  const { target } = parsed;
  const { opener, connector } = connections;
  const settingsKey = connector.settingsKeyOf(stored.address);
  servers.settings.adopt(settingsKey);
  servers.settings.change({
    ...stored.settings,
    environment: stored.environment.map((name) => [name, ""] as const),
  });
  const { headers, hasUserinfo, hasSessionId } = stored.notStored;
  const isComplete =
    target.kind === "http" &&
    placeholdersIn(stored.address).length === 0 &&
    headers.length === 0 &&
    !hasUserinfo &&
    !hasSessionId;
  return stored.wasConnected && isComplete
    ? opener.open(target, { address: stored.address, settingsKey })
    : opener.openOffline(target, undefined, settingsKey);
}
