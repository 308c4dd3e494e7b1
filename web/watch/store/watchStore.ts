/** The edit loops of the open servers; their code is loaded when the first one starts. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { Connector } from "../../servers/store/connections/connector.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { type EditLoopSettings, usualSettings } from "../settings/editLoopSettings.ts";
import type { EditLoop } from "./editLoop.ts";
import type { EditLoopState } from "./editLoopState.ts";

/** The state of each server's loop, by server id; those without a running loop or a report are missing. */
type WatchState = ReadonlyMap<string, EditLoopState>;

export interface WatchStore extends ReadableStore<WatchState> {
  settings(serverId: string): EditLoopSettings;
  /** Starts or restarts with these settings. */
  start(serverId: string, settings?: EditLoopSettings): void;
  stop(serverId: string): void;
  /** Clears the report of the last restart. */
  dismiss(serverId: string): void;
  /** Sets whether an unsafe tool is repeated after each restart. */
  repeatTool(serverId: string, name: string, isWanted: boolean): void;
}

interface WatchStoreOptions {
  readonly servers: Servers;
  readonly open: ReadableStore<readonly OpenServer[]>;
  readonly relay: Pick<RelayAccess, "link">;
  readonly restart: Connector["restart"];
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
  readonly log: EventLog;
  readonly clock: Clock;
}

/** Loads code that is not part of the first load. */
export const loadEditLoop = () => import("./editLoop.ts");

const off: EditLoopState = { kind: "off" };

/** The state of a server's loop. */
export function loopOf(state: WatchState, serverId: string | undefined): EditLoopState {
  return (serverId === undefined ? undefined : state.get(serverId)) ?? off;
}

export function createWatchStore(options: WatchStoreOptions): WatchStore {
  const store = createStore<WatchState>(() => new Map());
  const loops = new Map<string, EditLoop>();

  const report = (serverId: string, state: EditLoopState) => {
    const all = new Map(store.getState());
    if (state.kind === "off" && !state.round) all.delete(serverId);
    else all.set(serverId, state);
    store.setState(all, true);
  };
  const serverOf = (id: string) => options.servers.getState().open.get(id);
  const settings = (id: string) => serverOf(id)?.settings.watch ?? usualSettings;
  const changeSettings = (id: string, watch: EditLoopSettings) =>
    options.servers.change(id, { watch });

  /** @param isWanted called once the code is loaded */
  const create = async (serverId: string, isWanted: () => boolean) => {
    const { createEditLoop } = await loadEditLoop();
    const known = loops.get(serverId);
    if (known || !isWanted()) return known;
    const made = createEditLoop(
      {
        ...options,
        settings: () => settings(serverId),
        report: (state) => report(serverId, state),
        onEnd: () => loops.delete(serverId),
      },
      serverId,
    );
    loops.set(serverId, made);
    return made;
  };

  const stop = (serverId: string) => {
    loops.get(serverId)?.stop();
    report(serverId, off);
  };
  // also one whose code is being loaded
  whenServerCloses(options.servers, stop);

  /** The states for which a server was connected again. */
  const returned = new WeakSet<OpenServer["state"]>();
  options.open.subscribe((all) => {
    for (const { id, state } of all) {
      if (state.kind !== "lost" || state.awaits?.kind !== "reconnection") continue;
      if (returned.has(state)) continue;
      returned.add(state);
      const isWanted = () => serverOf(id)?.connection?.state.getState() === state;
      create(id, isWanted).then(
        (loop) => isWanted() && loop?.reconnect(),
        // without the code, nothing is compared
        () => isWanted() && options.restart(id),
      );
    }
  });

  return {
    ...toReadable(store),
    settings,
    start(serverId, next) {
      if (serverOf(serverId) === undefined) return;
      if (next) changeSettings(serverId, next);
      report(serverId, { kind: "starting" });
      const isWanted = () => loopOf(store.getState(), serverId).kind !== "off";
      create(serverId, isWanted).then(
        (loop) => isWanted() && loop?.start(),
        (error: unknown) => {
          const reason = { code: "network", url: import.meta.url, reason: String(error) } as const;
          report(serverId, { kind: "refused", reason });
        },
      );
    },
    stop,
    dismiss: (serverId) => loops.get(serverId)?.dismiss(),
    repeatTool(serverId, name, isWanted) {
      const own = settings(serverId);
      const others = own.repeatedTools.filter((other) => other !== name);
      changeSettings(serverId, {
        ...own,
        repeatedTools: isWanted ? [...others, name] : others,
      });
      const now = loopOf(store.getState(), serverId);
      // Shown immediately; takes effect with the next restart.
      report(serverId, now.kind === "off" ? now : { ...now });
    },
  };
}
