/** Edit loop: restarts a server when its files change, lists it again and repeats the last call. */
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { ListedChange } from "../../../shared/log/entry.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { noteListChanges } from "../../../shared/log/notes/listChangeNote.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { watchThroughRelay } from "../../../shared/relay/client/relayWatch.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import { checkRepeat } from "../../calls/store/repeatable.ts";
import { lastRun, type Runs } from "../../calls/store/runs.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import {
  definitionChanges,
  type ItemChange,
} from "../../servers/store/catalog/definitionChanges.ts";
import { knownItems, type ListedItems, readItems } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView, Connection } from "../../servers/store/connections/connection.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { EditLoopSettings } from "../settings/editLoopSettings.ts";
import type {
  Again,
  EditLoopRefusal,
  EditLoopRound,
  EditLoopState,
  RoundCause,
  Watched,
} from "./editLoopState.ts";
import { watchRequestOf } from "./watchRequest.ts";

export interface EditLoop {
  /** Starts, or restarts, with the current settings. */
  start(): void;
  /** Connects again after a lost server has answered, and reports what changed. */
  reconnect(): void;
  stop(): void;
  /** Clears the report of the last restart. */
  dismiss(): void;
}

interface EditLoopOptions {
  readonly servers: Servers;
  readonly relay: Pick<RelayAccess, "link">;
  /** Restarts a server, by its id. */
  readonly restart: (serverId: string) => void;
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly settings: () => EditLoopSettings;
  /** Called with each new state. */
  readonly report: (state: EditLoopState) => void;
  /** Called when it stops by itself or is stopped; it cannot be reused. */
  readonly onEnd: () => void;
}

/** A change within this many milliseconds of a start was probably made by the server itself. */
const suspiciousMs = 1500;
/** After this many such changes in a row, the loop pauses. */
const suspiciousTimes = 3;

/** Creates the loop of one server; it starts off. */
export function createEditLoop(options: EditLoopOptions, serverId: string): EditLoop {
  const { servers, relay, restart, runs, tasksOf, log, clock, settings } = options;
  let state: EditLoopState = { kind: "off" };
  let unwatch = () => {};
  let rounds = 0;
  let rapidRestarts = 0;
  /** When the server was connected again after the last restart. */
  let settledAt = Number.NEGATIVE_INFINITY;
  /** Its lists before the last restart. */
  let baseline: ListedItems = new Map();
  let begun = 0;
  /** The server whose files or port are watched. */
  let watchedServer: string | undefined;

  const setState = (next: EditLoopState) => {
    state = next;
    options.report(next);
    connection()?.watchPort(portOf(next));
  };
  const server = () => servers.getState().open.get(serverId);
  const connection = () => server()?.connection;

  const changeRound = (number: number, outcome: EditLoopRound["outcome"]) => {
    const now = state;
    if (!("round" in now) || now.round?.number !== number) return;
    setState({ ...now, round: { ...now.round, outcome } });
  };

  const callAgain = (view: ConnectedView, items: ListedItems): Again => {
    const last = lastRun(runs.getState(), serverId);
    if (!last || !settings().callsAgain) return { kind: "none" };
    const [key, run] = last;
    const tools = items.get("tool") ?? [];
    const verdict = checkRepeat(run.text, tools, settings().repeatedTools);
    if (verdict.kind === "unknown") return { kind: "none" };
    if (verdict.kind === "unsafe") return verdict;
    const { client } = view;
    const initiator = { kind: "engine" } as const;
    void runs.repeat({ serverId, key, initiator, client, tasks: tasksOf(serverId) }, run);
    return { kind: "called", key, ...(verdict.kind === "chosen" ? { chosen: verdict.tool } : {}) };
  };

  const turn = async (cause: RoundCause) => {
    const now = state;
    if (now.kind !== "watching" && now.kind !== "off") return;
    const old = connection();
    const before = old && connectedView({ connection: old, state: old.state.getState() });
    if (before) baseline = new Map([...baseline, ...knownItems(before)]);
    const number = ++rounds;
    const outcome = { kind: "restarting" } as const;
    setState({ ...now, round: { number, at: clock.now(), cause, outcome } });
    restart(serverId);
    const fresh = connection();
    // The user is asked a question first.
    if (!fresh || fresh === old) return setState(now);
    const view = await settled(fresh);
    if (number !== rounds) return;
    settledAt = clock.now();
    if (!view) return changeRound(number, { kind: "failed" });
    const items = await readItems(view);
    if (number !== rounds) return;
    const changes = definitionChanges(baseline, items);
    noteListChanges(createRecorder(log, fresh.id), changes.map(listedChange));
    const other = otherServer(before, view);
    const again: Again = now.kind === "watching" ? callAgain(view, items) : { kind: "none" };
    changeRound(number, { kind: "done", changes, again, ...(other ? { other } : {}) });
  };

  const changed = (cause: RoundCause) => {
    const now = state;
    if (now.kind !== "watching") return;
    const isSuspicious = cause.kind === "files" && clock.now() - settledAt < suspiciousMs;
    rapidRestarts = isSuspicious ? rapidRestarts + 1 : 0;
    if (rapidRestarts >= suspiciousTimes && cause.kind === "files") {
      return setState({ ...now, kind: "paused", changedPaths: cause.paths });
    }
    void turn(cause);
  };

  const begin = async (target: Target) => {
    const mine = ++begun;
    unwatch();
    watchedServer = formatTarget(target);
    rapidRestarts = 0;
    setState({ kind: "starting" });
    const refuse = (reason: EditLoopRefusal) => {
      if (mine === begun) setState({ kind: "refused", reason });
    };
    const request = watchRequestOf(target, settings());
    if (!request) return refuse({ code: "not-watchable" });
    const link = await relay.link();
    if ("code" in link) return refuse(link);
    if (mine !== begun) return;
    const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
    const round = () => {
      const now = state;
      return "round" in now ? now.round : undefined;
    };
    unwatch = watchThroughRelay(link, id, request, {
      watching({ directory, paths, files }) {
        if (mine !== begun) return;
        const watched: Watched =
          request.kind === "port"
            ? { kind: "port", port: request.port }
            : { kind: "files", directory, paths, files };
        setState({ kind: "watching", watched, round: round() });
      },
      changed: (paths, more) => mine === begun && changed({ kind: "files", paths, more }),
      portIsGone: () => mine === begun && connection()?.check(),
      portIsBack: () => mine === begun && changed({ kind: "port" }),
      ended: (reason) =>
        refuse(typeof reason === "string" ? { code: "watch-refused", reason } : reason),
    });
  };

  let leave = () => {};
  const stop = () => {
    begun++;
    unwatch();
    leave();
    stopFollowing();
    setState({ kind: "off" });
    options.onEnd();
  };

  // Ends when its connection is closed, unless a restart has replaced the connection.
  const follow = (now: Connection | undefined) => {
    leave();
    now?.watchPort(portOf(state));
    const isOther =
      watchedServer !== undefined && watchedServer !== (now && formatTarget(now.target));
    if (!now || isOther) return stop();
    leave = now.state.subscribe(({ kind }) => {
      if (kind === "closed") queueMicrotask(() => connection() === now && stop());
    });
  };
  const stopFollowing = servers.subscribe((now, before) => {
    const next = now.open.get(serverId)?.connection;
    if (next !== before.open.get(serverId)?.connection) follow(next);
  });
  follow(connection());

  return {
    start() {
      const target = server()?.target;
      if (target) void begin(target);
    },
    reconnect() {
      if (state.kind === "watching" || state.kind === "off") void turn({ kind: "answer" });
      else restart(serverId);
    },
    stop,
    dismiss() {
      if ("round" in state) setState({ ...state, round: undefined });
    },
  };
}

/** The port whose server is watched for. */
function portOf(state: EditLoopState): number | undefined {
  return state.kind === "watching" && state.watched.kind === "port"
    ? state.watched.port
    : undefined;
}

const listedChange = ({ kind, name, change }: ItemChange): ListedChange => ({
  kind: kind === "tool" ? "tools" : kind === "prompt" ? "prompts" : "resources",
  name,
  change,
});

/** How another server than before names itself. */
function otherServer(before: ConnectedView | undefined, now: ConnectedView) {
  const [former, current] = [before, now].map((view) => {
    const info = view?.client.agreement.serverInfo;
    return info && `${info.title || info.name} ${info.version}`.trim();
  });
  if (former === undefined || current === undefined || former === current) return undefined;
  return { before: former, now: current };
}

/** Waits until a connection is connected or has failed. */
function settled(connection: Connection): Promise<ConnectedView | undefined> {
  const { state } = connection;
  return new Promise((resolve) => {
    const look = () => {
      const now = state.getState();
      if (now.kind === "connecting") return;
      stop();
      resolve(now.kind === "connected" ? connectedView({ connection, state: now }) : undefined);
    };
    const stop = state.subscribe(look);
    look();
  });
}
