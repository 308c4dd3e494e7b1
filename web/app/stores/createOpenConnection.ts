/** Opens, restarts and closes the connections of servers. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  capabilitiesText,
  requestCapabilitiesText,
} from "../../../shared/protocol/clientCapabilities.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import { createBodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { Compositions } from "../../calls/store/composition.ts";
import type { Drafts } from "../../calls/store/drafts.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { announceRoots } from "../../inbox/store/announceRoots.ts";
import { type AnswersOptions, createAnswers } from "../../inbox/store/answers.ts";
import type { Elicitations } from "../../inbox/store/elicitation/elicitations.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import type { ListCache } from "../../servers/store/catalog/listCache.ts";
import { askForLists } from "../../servers/store/catalog/queries.ts";
import type { ResourceChanges } from "../../servers/store/catalog/resourceChanges.ts";
import {
  type Connection,
  connectedView,
  createConnection,
} from "../../servers/store/connections/connection.ts";
import { eraMemoryFor } from "../../servers/store/connections/eraMemory.ts";
import { loadedEngine, storedAddress } from "../../servers/store/connections/loadEngine.ts";
import type { OpenConnection } from "../../servers/store/connections/openConnection.ts";
import type { TransportDependencies } from "../../servers/store/connections/openTransport.ts";
import type { ResumeState } from "../../servers/store/connections/resumeState.ts";
import type { SavedServers } from "../../servers/store/recent/savedServers.ts";
import type { ServerIdentities } from "../../servers/store/recent/serverIdentities.ts";
import { type Server, settingsOf } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { ServerSettings } from "../../servers/store/settings.ts";
import type { Authorizations } from "../../signIn/store/authorizations.ts";

interface OpenConnectionOptions extends Omit<TransportDependencies, "bodyLimit" | "authorizer"> {
  readonly servers: Servers;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly saved: SavedServers;
  readonly identities: ServerIdentities;
  readonly answers: Omit<AnswersOptions, "clock" | "runs">;
  readonly elicitations: Elicitations;
  readonly drafts: Drafts;
  readonly compositions: Compositions;
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
  readonly listCache: ListCache;
  readonly changes: ResourceChanges;
  readonly auth: Authorizations;
  /** The session storage of this tab. */
  readonly tabStorage: TextStorage;
}

/** @param options dependencies of every connection */
export function createOpenConnection(options: OpenConnectionOptions): OpenConnection {
  const { servers, log, clock, newId, saved, answers, drafts, compositions, runs, tasksOf } =
    options;
  const { inbox } = answers;
  const { elicitations, listCache, changes, auth, tabStorage } = options;
  const serverOf = (id: string) => servers.getState().open.get(id);

  /**
   * In the modern era a task does not belong to a session, so polling can resume after a restart.
   */
  const resumeTasks = ({ connection, client }: NonNullable<ReturnType<typeof connectedView>>) => {
    if (client.session.era().kind !== "modern") return;
    const { serverId } = connection;
    const tasks = tasksOf(serverId);
    for (const [key, task] of tasks.all()) {
      void runs.resume({ serverId, key, client, tasks }, task, clock.now());
    }
  };

  const connect = (
    server: Server,
    target: Target,
    { isRestart = false, resume }: { isRestart?: boolean; resume?: ResumeState | undefined } = {},
  ): void => {
    const { id: serverId, settings: applied, connection: previous } = server;
    const left = previous?.state.getState();
    const before = previous && left && connectedView({ connection: previous, state: left });
    const ended = previous?.close();
    const settings = settingsOf(servers, server);
    const id = newId();
    const record = createRecorder(log, id);
    const bodyLimit = createBodyLimit(applied.largestAnswerMegabytes * 1_000_000);
    const authorizer =
      target.kind === "http" ? auth.of(server, target.url).authorizerFor(serverId) : undefined;
    const connection = createConnection({
      id,
      serverId,
      target,
      label: formatTarget(target),
      async openTransport(engine, kind, availability) {
        // Stop the old process first: two instances of a command could conflict over files and
        // ports.
        if (isRestart && target.kind === "stdio") await ended;
        return engine.openTransport(
          { ...options, bodyLimit, authorizer },
          { target, kind, record, settings: applied, left: resume, availability },
        );
      },
      before: isRestart ? before : undefined,
      lostAt: isRestart && left?.kind === "lost" ? left.at : undefined,
      earlyEnds: isRestart ? previous?.earlyEnds() : undefined,
      bodyLimit,
      record,
      clock,
      applied,
      settings,
      memory: eraMemoryFor(tabStorage, target),
      capabilitiesText: capabilitiesText(applied),
      newId,
      requestCapabilitiesText: () => requestCapabilitiesText(settings.getState()),
      answersFor: (server) =>
        createAnswers(
          { ...answers, clock, runs },
          () => {
            const { withheld, roots } = settings.getState();
            const state = connection.state.getState();
            // In the legacy era the capabilities declared in the handshake stay in force; roots may
            // change.
            const isModern = "client" in state && state.client.session.era().kind === "modern";
            return { withheld: isModern ? withheld : applied.withheld, roots };
          },
          () => ({ serverId, connectionId: id, server: server() }),
        ),
      listCache,
      onNotification(method, params) {
        listCache.note(serverId, id, method);
        changes.note(id, method, params, clock.now);
        elicitations.urls.note(serverId, method, params);
      },
      ...resumeOf(target, applied, resume),
    });
    // The values of variables were lost in the reload, so a restart needs them again.
    const isPartial = resume !== undefined && resume.environmentNames.length > 0;
    // before the views of a connection, so that its lists are requested first
    followUntilSettled(connection);
    servers.attach(serverId, {
      target,
      connection,
      applied: isPartial ? undefined : applied,
      source: "person",
    });
    let stopAnnouncing = () => {};
    const stop = connection.state.subscribe((state) => {
      const { kind } = state;
      if (kind === "connected") {
        const roots = () => settings.getState().roots;
        if (!applied.withheld.includes("roots")) {
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
        options.identities.remember(address, receivedInfo, loadedEngine().isSimpleIcon);
        resumeTasks(view);
      }
      if (state.kind !== "connecting") stop();
    });
  };

  const close = (id: string) => void serverOf(id)?.connection?.close();

  const connectTo: OpenConnection["connect"] = (id, target) => {
    const server = serverOf(id);
    if (server) connect(server, target ?? server.target);
  };

  const discard = (id: string) => {
    close(id);
    servers.remove(id);
  };

  return {
    open(server) {
      const id = servers.add(server);
      connectTo(id);
      return id;
    },
    openEntered(target) {
      const { activeId, entered } = servers.getState();
      const id = servers.openEntered(target);
      // what was written before the server had a connection
      if (id !== entered.id) {
        drafts.move(entered.id, id);
        compositions.move(entered.id, id);
      }
      if (activeId !== undefined) discard(activeId);
      connectTo(id);
      return id;
    },
    connect: connectTo,
    reopen(id, target) {
      runs.clear(id);
      connectTo(id, target);
    },
    reattach(id, left) {
      const server = serverOf(id);
      if (server) connect(server, server.target, { resume: left });
    },
    restart(id, target) {
      const server = serverOf(id);
      if (server) connect(server, target ?? server.target, { isRestart: true });
    },
    close,
    discard,
  };
}

/** Resumes a conversation: with a process that still runs, or in a session given by its id. */
function resumeOf(
  target: Target,
  { sessionId, revision }: ServerSettings,
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
