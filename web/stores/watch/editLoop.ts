/** Edit, save, look: a server whose files change is started again, listed again, called again. */
import type { QueryClient } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand/vanilla";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import { watchThroughRelay } from "../../../shared/relay/client/relayWatch.ts";
import { createProcessId } from "../../../shared/relay/frames/processId.ts";
import { definitionChanges } from "../catalog/definitionChanges.ts";
import { knownItems, type ListedItems, readItems } from "../catalog/queries.ts";
import type { ConnectedView, Connection } from "../connections/connection.ts";
import { connectedView } from "../connections/connection.ts";
import type { Runtime } from "../connections/runtime.ts";
import { judgeRepeat } from "../invocations/repeatable.ts";
import { lastRun, repeatRun } from "../invocations/runs.ts";
import {
  type Again,
  type Cause,
  type EditLoopSettings,
  type EditLoopState,
  type Round,
  usualSettings,
  type Watched,
} from "./editLoopState.ts";
import { watchRequestOf } from "./watchRequest.ts";

export interface EditLoop {
  readonly state: StoreApi<EditLoopState>;
  /** Of the newest connection's server. */
  settings(): EditLoopSettings;
  /** Begins with these settings, or begins anew with them. */
  start(settings?: EditLoopSettings): void;
  stop(): void;
  /** Clears the report of the last restart. */
  dismiss(): void;
  /** Sets whether a tool that is not safe to repeat is called again after each restart. */
  repeatTool(name: string, isWanted: boolean): void;
}

/** A change within this many milliseconds of a start is likely to be the server's own. */
const suspiciousMs = 1500;
/** So many of them in a row, and it stops. */
const suspiciousTimes = 3;

type Parts = Pick<Runtime, "relay" | "restart" | "workspace" | "runs" | "persistedTasks" | "clock">;

/** Makes a loop for the tab's newest connection; it is off. */
export function createEditLoop(runtime: Parts, queryClient: QueryClient): EditLoop {
  const { relay, restart, workspace, runs, persistedTasks, clock } = runtime;
  const state = createStore<EditLoopState>(() => ({ kind: "off" }));
  const settingsOf = new Map<string, EditLoopSettings>();
  /** Of the server that is watched. */
  let watchedTarget: Target | undefined;
  let unwatch = () => {};
  let rounds = 0;
  let rapidRestarts = 0;
  /** When the server was there again after the last restart. */
  let settledAt = Number.NEGATIVE_INFINITY;
  /** What it listed when it last could be asked. */
  let baseline: ListedItems = new Map();
  let begun = 0;

  const become = (next: EditLoopState) => state.setState(next, true);
  const connection = () => workspace.getState().connection;

  const changeRound = (number: number, outcome: Round["outcome"]) => {
    const now = state.getState();
    if ((now.kind !== "watching" && now.kind !== "paused") || now.round?.number !== number) return;
    become({ ...now, round: { ...now.round, outcome } });
  };

  const callAgain = (view: ConnectedView, items: ListedItems): Again => {
    const last = lastRun(runs);
    const target = view.connection.target;
    if (!last || !settings().callsAgain) return { kind: "none" };
    const [key, run] = last;
    const tools = items.get("tool") ?? [];
    const verdict = judgeRepeat(run.text, tools, settings().repeatedTools);
    if (verdict.kind === "unknown") return { kind: "none" };
    if (verdict.kind === "unsafe") return verdict;
    void repeatRun(runs, key, run, view.client, persistedTasks(target));
    return { kind: "called", key, ...(verdict.kind === "chosen" ? { chosen: verdict.tool } : {}) };
  };

  const turn = async (cause: Cause) => {
    const now = state.getState();
    if (now.kind !== "watching") return;
    const old = connection();
    const before = old && connectedView({ connection: old, state: old.state.getState() });
    if (before) baseline = new Map([...baseline, ...knownItems(queryClient, before)]);
    const number = ++rounds;
    const outcome = { kind: "restarting" } as const;
    become({ ...now, round: { number, at: clock.now(), cause, outcome } });
    restart();
    const fresh = connection();
    // the person is asked something first
    if (!fresh || fresh === old) return become(now);
    const view = await settled(fresh);
    if (number !== rounds) return;
    settledAt = clock.now();
    if (!view) return changeRound(number, { kind: "failed" });
    const items = await readItems(queryClient, view);
    if (number !== rounds) return;
    const changes = definitionChanges(baseline, items);
    changeRound(number, { kind: "done", changes, again: callAgain(view, items) });
  };

  const changed = (cause: Cause) => {
    const now = state.getState();
    if (now.kind !== "watching") return;
    const isSuspicious = cause.kind === "files" && clock.now() - settledAt < suspiciousMs;
    rapidRestarts = isSuspicious ? rapidRestarts + 1 : 0;
    if (rapidRestarts >= suspiciousTimes && cause.kind === "files") {
      return become({ ...now, kind: "paused", changedPaths: cause.paths });
    }
    void turn(cause);
  };

  const begin = async (target: Target) => {
    const mine = ++begun;
    unwatch();
    watchedTarget = target;
    rapidRestarts = 0;
    become({ kind: "starting" });
    const refuse = (reason: string | Failure) => {
      if (mine === begun) become({ kind: "refused", reason });
    };
    const wish = watchRequestOf(target, settings());
    if (!wish) return refuse("Only commands, and servers on this machine, can be watched");
    const link = await relay.link();
    if ("code" in link) return refuse(link);
    if (mine !== begun) return;
    const id = createProcessId((bytes) => crypto.getRandomValues(bytes));
    const round = () => {
      const now = state.getState();
      return "round" in now ? now.round : undefined;
    };
    unwatch = watchThroughRelay(link, id, wish, {
      watching({ directory, paths, files }) {
        if (mine !== begun) return;
        const watched: Watched =
          wish.kind === "port"
            ? { kind: "port", port: wish.port }
            : { kind: "files", directory, paths, files };
        become({ kind: "watching", watched, round: round() });
      },
      changed: (paths, more) => mine === begun && changed({ kind: "files", paths, more }),
      portIsBack: () => mine === begun && changed({ kind: "port" }),
      ended: refuse,
    });
  };

  const stop = () => {
    begun++;
    unwatch();
    unwatch = () => {};
    watchedTarget = undefined;
    become({ kind: "off" });
  };

  const settings = () => {
    const target = connection()?.target;
    return (target && settingsOf.get(formatTarget(target))) ?? usualSettings;
  };

  // it belongs to one server, and ends with the wish to speak to it
  let leave = () => {};
  const belongTo = (now: Connection | undefined) => {
    if (!now) return;
    leave();
    if (watchedTarget && formatTarget(now.target) !== formatTarget(watchedTarget)) {
      baseline = new Map();
      stop();
    }
    leave = now.state.subscribe(({ kind }) => {
      if (kind !== "closed") return;
      // a restart closes it as well, and has another in its place by then
      queueMicrotask(() => connection() === now && watchedTarget && stop());
    });
  };
  belongTo(connection());
  workspace.subscribe(({ connection: now }, { connection: before }) => {
    if (now !== before) belongTo(now);
  });

  return {
    state,
    settings,
    start(next) {
      const target = connection()?.target;
      if (!target) return;
      if (next) settingsOf.set(formatTarget(target), next);
      void begin(target);
    },
    stop,
    dismiss() {
      const now = state.getState();
      if ("round" in now) become({ ...now, round: undefined });
    },
    repeatTool(name, isWanted) {
      const target = connection()?.target;
      if (!target) return;
      const others = settings().repeatedTools.filter((other) => other !== name);
      const repeatedTools = isWanted ? [...others, name] : others;
      settingsOf.set(formatTarget(target), { ...settings(), repeatedTools });
      const now = state.getState();
      // shown as switched; the next restart is the first to follow it
      become(now.kind === "off" ? now : { ...now });
    },
  };
}

/** Waits until a connection stands or has failed. */
function settled(connection: Connection): Promise<ConnectedView | undefined> {
  const { state } = connection;
  return new Promise((resolve) => {
    const look = () => {
      const now = state.getState();
      if (now.kind === "connecting") return;
      stop();
      resolve(now.kind === "connected" ? { connection, client: now.client } : undefined);
    };
    const stop = state.subscribe(look);
    look();
  });
}
