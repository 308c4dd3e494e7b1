/** Opens, restarts and closes connections; each belongs to one record. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { isLightIcon } from "../../../shared/core/svg/svgWeight.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  capabilitiesText,
  requestCapabilitiesText,
} from "../../../shared/mcp/clientCapabilities.ts";
import { latest } from "../../../shared/mcp/revisions.ts";
import { createBodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { Authorizations } from "../auth/authorizations.ts";
import { askForLists } from "../catalog/queries.ts";
import { refreshAfter } from "../catalog/refreshAfter.ts";
import type { ResourceChanges } from "../catalog/resourceChanges.ts";
import { type Drafts, unconnected } from "../invocations/drafts.ts";
import type { PersistedTasksOf } from "../invocations/persistedTasks.ts";
import type { Runs } from "../invocations/runs.ts";
import { announceRoots } from "../requests/announceRoots.ts";
import { type AnswersOptions, createAnswers } from "../requests/answers.ts";
import type { Elicitations } from "../requests/elicitation/elicitations.ts";
import type { SavedServers } from "../servers/savedServers.ts";
import type { ServerIdentities } from "../servers/serverIdentities.ts";
import type { Settings } from "../servers/settings.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { TextStorage } from "../storedJson.ts";
import { type Connection, connectedView, createConnection } from "./connection.ts";
import type { ConnectionRecord, ConnectionRecords } from "./connectionRecords.ts";
import { eraMemoryFor } from "./eraMemory.ts";
import { storedAddress } from "./loadEngine.ts";
import type { TransportDependencies } from "./openTransport.ts";
import type { ResumeState } from "./resumeState.ts";

export interface OpenConnectionOptions
  extends Omit<TransportDependencies, "bodyLimit" | "authorizer"> {
  readonly records: ConnectionRecords;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly settings: SettingsStore;
  readonly saved: SavedServers;
  readonly identities: ServerIdentities;
  readonly answers: Omit<AnswersOptions, "clock" | "runs">;
  readonly elicitations: Elicitations;
  readonly drafts: Drafts;
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
  readonly changes: ResourceChanges;
  readonly auth: Authorizations;
  /** The session storage of this tab. */
  readonly tabStorage: TextStorage;
}

interface OpenOptions {
  /** The server as written in the address bar; the target's address by default. */
  readonly address?: string;
  /** Identifies its settings; the address by default. */
  readonly settingsKey?: string;
  /** The running process to reattach to. */
  readonly resume?: ResumeState;
}

export interface OpenConnection {
  /**
   * Opens another server; the active record does not change.
   * @returns the id of the new record
   */
  open(target: Target, options?: OpenOptions): string;
  /**
   * Adds a record without a transport, for a recording, or for a server that is connected later.
   * @param connectionFor creates what its screens show
   * @param settingsKey identifies its settings; the address by default
   */
  openOffline(
    target: Target,
    connectionFor?: (serverId: string) => Connection,
    settingsKey?: string,
  ): string;
  /** Reconnects to the server of a record; keeps drafts, removes earlier results. */
  reopen(id: string, target?: Target): void;
  /**
   * Closes the connection of a record and opens it again: a command is stopped and started. Keeps
   * drafts and results.
   * @param target what to start, if it differs from the record's target
   */
  restart(id: string, target?: Target): void;
  /** Closes the connection of a record; the record stays. */
  close(id: string): void;
  /**
   * Closes the connection of a record and removes the record; its drafts are kept for the same
   * server.
   */
  discard(id: string): void;
}

/** @param options dependencies of every connection */
export function createOpenConnection(options: OpenConnectionOptions): OpenConnection {
  const { records, log, clock, newId, settings, saved, answers, drafts, runs, tasksOf } = options;
  const { inbox, rules } = answers;
  const { elicitations, changes, auth, tabStorage } = options;
  const recordOf = (id: string) => records.getState().records.get(id);
  const draftsOfServer = (target: Target) => `server ${formatTarget(target)}`;

  /**
   * In the modern era a task does not belong to a session, so polling can resume after a restart.
   */
  const resumeTasks = ({ connection, client }: NonNullable<ReturnType<typeof connectedView>>) => {
    if (client.session.era().kind !== "modern") return;
    const tasks = tasksOf(connection.target);
    const { serverId } = connection;
    for (const [key, task] of tasks.all()) {
      void runs.resume({ serverId, key, client, tasks }, task, clock.now());
    }
  };

  const connect = (
    {
      id: serverId,
      address,
      settingsKey,
    }: Pick<ConnectionRecord, "id" | "address" | "settingsKey">,
    target: Target,
    { isRestart = false, resume }: { isRestart?: boolean; resume?: ResumeState | undefined } = {},
  ): void => {
    const previous = recordOf(serverId)?.connection;
    const before =
      previous && connectedView({ connection: previous, state: previous.state.getState() });
    const ended = previous?.close();
    // Read settings now: a fallback must not see later changes, or the settings of another server.
    const given = { ...settings.getState(), ...settings.of(settingsKey) };
    const id = newId();
    const record = createRecorder(log, id);
    const bodyLimit = createBodyLimit(given.largestAnswerMegabytes * 1_000_000);
    const authorizer = target.kind === "http" ? auth.of(target.url).authorizer : undefined;
    const connection = createConnection({
      id,
      serverId,
      target,
      label: formatTarget(target),
      async openTransport(engine, kind) {
        // Stop the old process first: two instances of a command could conflict over files and
        // ports.
        if (isRestart && target.kind === "stdio") await ended;
        return engine.openTransport(
          { ...options, bodyLimit, authorizer },
          { target, kind, record, settings: given, left: resume },
        );
      },
      before: isRestart ? before : undefined,
      bodyLimit,
      record,
      clock,
      settings,
      memory: eraMemoryFor(tabStorage, target),
      capabilitiesText: capabilitiesText(given),
      newId,
      requestCapabilitiesText: () => requestCapabilitiesText(settings.of(settingsKey)),
      answersFor: (server) =>
        createAnswers(
          { ...answers, clock, runs },
          () => {
            const { withheld, roots } = settings.of(settingsKey);
            const state = connection.state.getState();
            // In the legacy era the capabilities declared in the handshake stay in force; roots may
            // change.
            const isModern = "client" in state && state.client.session.era().kind === "modern";
            return { withheld: isModern ? withheld : given.withheld, roots };
          },
          () => ({ serverId, connectionId: id, server: server() }),
        ),
      onNotification(queryClient, method, params) {
        refreshAfter(queryClient, method);
        changes.note(id, method, params, clock.now);
        elicitations.urls.note(serverId, method, params);
      },
      ...resumeOf(target, given, resume),
    });
    // The values of variables were lost in the reload, so a restart needs them again.
    const isPartial = resume !== undefined && resume.environmentNames.length > 0;
    const known = isPartial ? undefined : given;
    // before the views of a connection, so that its lists are requested first
    followUntilSettled(connection);
    records.put({ id: serverId, target, address, settingsKey, connection, settings: known });
    let stopAnnouncing = () => {};
    const stop = connection.state.subscribe((state) => {
      const { kind } = state;
      if (kind === "connected") {
        const roots = () => settings.of(settingsKey).roots;
        if (!given.withheld.includes("roots")) {
          stopAnnouncing = announceRoots(state.client, roots, settings.subscribe);
        }
      }
      if (kind !== "lost" && kind !== "closed") return;
      inbox.endConnection(id);
      stopAnnouncing();
      if (kind === "closed") stop();
    });
  };

  const followUntilSettled = (connection: Connection) => {
    const stop = connection.state.subscribe((state) => {
      if (state.kind === "connected") {
        const view = { connection, client: state.client, queryClient: state.queryClient };
        askForLists(view);
        const address = storedAddress(connection.target);
        saved.remember(connection.target, address);
        const { receivedInfo } = state.client.agreement;
        options.identities.remember(address, receivedInfo, isLightIcon);
        resumeTasks(view);
      }
      if (state.kind !== "connecting") stop();
    });
  };

  /** Drafts for the same server, and drafts that were written before there was a connection. */
  const takeDrafts = (id: string, target: Target) => {
    drafts.move(draftsOfServer(target), id);
    drafts.move(unconnected, id);
  };

  const close = (id: string) => void recordOf(id)?.connection?.close();

  return {
    open(target, { address = formatTarget(target), settingsKey = address, resume } = {}) {
      const id = newId();
      takeDrafts(id, target);
      connect({ id, address, settingsKey }, target, { resume });
      return id;
    },
    openOffline(target, connectionFor, settingsKey) {
      const id = newId();
      const address = formatTarget(target);
      const connection = connectionFor?.(id);
      const record = { id, target, address, settingsKey: settingsKey ?? address, connection };
      records.put({ ...record, settings: settings.getState() });
      return id;
    },
    reopen(id, target) {
      const record = recordOf(id);
      if (!record) return;
      runs.clear(id);
      takeDrafts(id, record.target);
      connect(record, target ?? record.target);
    },
    restart(id, target) {
      const record = recordOf(id);
      if (record) connect(record, target ?? record.target, { isRestart: true });
    },
    close,
    discard(id) {
      const record = recordOf(id);
      if (!record) return;
      close(id);
      inbox.clear(id);
      rules.clear(id);
      elicitations.clear(id);
      runs.clear(id);
      drafts.move(id, draftsOfServer(record.target));
      records.remove(id);
    },
  };
}

/** Resumes a conversation: with a process that still runs, or in a session given by its id. */
function resumeOf(
  target: Target,
  { sessionId, revision }: Settings,
  left: ResumeState | undefined,
) {
  if (left) return { resume: { agreement: left.agreement, lastId: left.lastId } };
  if (target.kind !== "http" || sessionId === "") return {};
  const known = revision === "auto" ? latest.legacy : revision;
  const agreement: Agreement = {
    revision: known,
    serverInfo: { name: "", version: "" },
    // The server's capabilities are unknown, so every list is requested.
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: undefined,
  };
  return { resume: { agreement, lastId: 0 } };
}
