/** Shows a recording that was read: its messages, lists, results and arguments; no server is contacted. */
import { readAgreement } from "../../../shared/client/negotiation/agreement.ts";
import { formatTarget } from "../../../shared/config/target.ts";
import { type Clock, sleep } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import {
  createEntryRestorer,
  type EntrySink,
} from "../../../shared/recording/entries/restoreEntries.ts";
import type { RecordedConnection } from "../../../shared/recording/recording.ts";
import { type Drafts, emptyDraft, itemKey } from "../../calls/store/drafts.ts";
import type { Runs } from "../../calls/store/runs.ts";
import type { ListCache } from "../../servers/store/catalog/listCache.ts";
import { createRecordedConnection } from "../../servers/store/connections/recordedConnection.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { ViewStore } from "../../view/viewStore.ts";
import type { OpenedRecording, RecordingSource, TapSource } from "./openedRecording.ts";
import { serverOfLink } from "./proposeServer.ts";
import type { DocumentHead } from "./readWorker.ts";
import { recordedItems, recordedLists } from "./recordedState.ts";

export interface ShowRecordingOptions {
  readonly servers: Servers;
  readonly log: EventLog;
  readonly drafts: Drafts;
  readonly runs: Runs;
  readonly view: ViewStore;
  readonly listCache: ListCache;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Notes where the messages of a connection come from, before they are in the log. */
  readonly noteSource: (connectionId: string, source: OpenedRecording["source"]) => void;
  readonly onOpened: (serverId: string, opened: OpenedRecording) => void;
  /** Adds the conversations of a recording of a server to Chat. */
  readonly addConversations: (values: readonly unknown[], serverId: string) => void;
}

/** The connections of a recording to one server, under the id of its newest one. */
interface RecordedServer {
  /** The newest one. */
  readonly connection: RecordedConnection;
  /** Of the newest one, in the log. */
  readonly id: string;
  /** Of all of them in the log, from old to new: before a reload or Disconnect the ids were others. */
  readonly ids: readonly string[];
}

export type ShownHead = Omit<DocumentHead, "hasEntries">;

/** Puts the entries of a recording into the log. */
export type EntryRestore = ReturnType<typeof createRestore>;

/**
 * Prepares the log for the entries of a recording.
 * @param source where they come from
 * @param start the time of the log at which the recording begins; now by default
 */
export function createRestore(
  { log, clock, newId, noteSource }: ShowRecordingOptions,
  { connections = [] }: ShownHead,
  source: OpenedRecording["source"],
  start = clock.now(),
) {
  const ids = new Map(connections.map(({ id }) => [id, newId()]));
  for (const id of ids.values()) noteSource(id, source);
  const first = connections[0]?.id ?? "";
  const servers = new Map<string, RecordedServer>();
  for (const connection of connections) {
    const id = ids.get(connection.id) ?? "";
    const target = formatTarget(connection.server);
    const earlier = servers.get(target)?.ids ?? [];
    servers.set(target, { connection, id, ids: [...earlier, id] });
  }
  const sink: EntrySink = {
    append: log.append,
    start,
    connectionId: (id) => ids.get(id ?? first) ?? "",
    newExchangeId: newId,
  };
  return { append: createEntryRestorer(sink), servers: [...servers.values()] };
}

/** The connection of a server that shows what was recorded, with what was agreed on. */
export function recordedConnection(
  { listCache, clock, log }: ShowRecordingOptions,
  serverId: string,
  { connection, id, ids }: RecordedServer,
  head: Pick<ShownHead, "revision">,
  source: OpenedRecording["source"],
) {
  const { server: target, transport, revision, serverInfo, ...facts } = connection;
  return createRecordedConnection({
    id,
    ids,
    serverId,
    target,
    listCache,
    agreement: readAgreement(revision ?? head.revision ?? latest.legacy, facts, serverInfo),
    kind: transport ?? (target.kind === "stdio" ? "stdio" : "streamable-http"),
    clock,
    listed: recordedLists(log, id),
    hasAll: source === "tap",
  });
}

function nameOf(source: RecordingSource | TapSource): string | undefined {
  if (source.kind === "file") return source.file.name;
  return source.kind === "tap" ? source.name : undefined;
}

/** Shows the restored entries. @returns the id of the server that is shown */
export async function show(
  options: ShowRecordingOptions,
  source: RecordingSource | TapSource,
  head: ShownHead,
  recorded: readonly RecordedServer[],
): Promise<string | undefined> {
  const { servers, view, log, drafts, runs, clock, newId } = options;
  const { activeId: formerId } = servers.getState();
  let shownId: string | undefined;
  for (const { connection, id, ids } of recorded) {
    const { server: target, revision } = connection;
    const serverId = newId();
    const isHead = formatTarget(target) === formatTarget(head.server);
    servers.add({
      id: serverId,
      target,
      source: "link",
      ...serverOfLink(servers, isHead ? head : { server: target, revision }),
      ...(source.kind === "tap" ? { name: source.name } : {}),
      connection: recordedConnection(options, serverId, { connection, id, ids }, head, source.kind),
    });
    const items = await recordedItems(log, ids);
    // of a large recording, finding the items and drawing them take a task each
    await sleep(clock, 0);
    const done = [...items].flatMap(([key, { run }]) => (run ? [[key, run] as const] : []));
    runs.restore(serverId, new Map(done));
    drafts.restore(
      serverId,
      [...items].flatMap(([key, { argumentsText }]) =>
        argumentsText === undefined ? [] : [[key, { ...emptyDraft, argumentsText }] as const],
      ),
    );
    const { startedAt, leftOut, notRead } = head;
    options.onOpened(serverId, {
      source: source.kind,
      name: nameOf(source),
      connectionId: id,
      formerId,
      ...(source.kind === "live" || source.kind === "tap" ? { live: { kind: "live" } } : {}),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(notRead === undefined ? {} : { notRead }),
    });
    if (shownId === undefined || isHead) shownId = serverId;
  }
  if (shownId === undefined) return undefined;
  if (head.conversations) options.addConversations(head.conversations, shownId);
  const { selected } = head;
  if (selected?.argumentsText !== undefined) {
    drafts.change(shownId, itemKey(selected), { argumentsText: selected.argumentsText });
  }
  view.showPane(source.kind === "tap" ? "tap" : "item");
  servers.activate(shownId);
  return shownId;
}
