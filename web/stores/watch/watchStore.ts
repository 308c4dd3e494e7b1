/** The edit loops of the open connections; their code is loaded when the first one starts. */
import { createStore } from "zustand/vanilla";
import { formatTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { ConnectionRecords } from "../connections/connectionRecords.ts";
import type { Connector } from "../connections/connector.ts";
import type { PersistedTasksOf } from "../invocations/persistedTasks.ts";
import type { Runs } from "../invocations/runs.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { RelayAccess } from "../relay/relayAccess.ts";
import type { EditLoop } from "./editLoop.ts";
import { type EditLoopSettings, type EditLoopState, usualSettings } from "./editLoopState.ts";

/** The state of each connection record's loop; records without a running loop are missing. */
export type WatchState = ReadonlyMap<string, EditLoopState>;

export interface WatchStore extends ReadableStore<WatchState> {
  /** Of the server of a record. */
  settings(recordId: string): EditLoopSettings;
  /** Starts or restarts with these settings. */
  start(recordId: string, settings?: EditLoopSettings): void;
  stop(recordId: string): void;
  /** Clears the report of the last restart. */
  dismiss(recordId: string): void;
  /** Sets whether an unsafe tool is repeated after each restart. */
  repeatTool(recordId: string, name: string, isWanted: boolean): void;
}

export interface WatchStoreOptions {
  readonly records: ConnectionRecords;
  readonly relay: Pick<RelayAccess, "link">;
  readonly restart: Connector["restart"];
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
  readonly clock: Clock;
}

/** Loads code that is not part of the first load. */
export const loadEditLoop = () => import("./editLoop.ts");

const off: EditLoopState = { kind: "off" };

/** The state of a record's loop. */
export function loopOf(state: WatchState, recordId: string | undefined): EditLoopState {
  return (recordId === undefined ? undefined : state.get(recordId)) ?? off;
}

export function createWatchStore(options: WatchStoreOptions): WatchStore {
  const store = createStore<WatchState>(() => new Map());
  const settingsOf = new Map<string, EditLoopSettings>();
  const loops = new Map<string, EditLoop>();

  const report = (recordId: string, state: EditLoopState) => {
    const all = new Map(store.getState());
    if (state.kind === "off") all.delete(recordId);
    else all.set(recordId, state);
    store.setState(all, true);
  };
  const serverOf = (recordId: string) => {
    const target = options.records.getState().records.get(recordId)?.target;
    return target && formatTarget(target);
  };
  const settings = (recordId: string) => settingsOf.get(serverOf(recordId) ?? "") ?? usualSettings;
  const changeSettings = (recordId: string, next: EditLoopSettings) => {
    const server = serverOf(recordId);
    if (server !== undefined) settingsOf.set(server, next);
  };

  const create = async (recordId: string) => {
    const { createEditLoop } = await loadEditLoop();
    const known = loops.get(recordId);
    // Switched off in the meantime.
    if (known || loopOf(store.getState(), recordId).kind === "off") return known;
    const made = createEditLoop(
      {
        ...options,
        settings: () => settings(recordId),
        report: (state) => report(recordId, state),
        onEnd: () => loops.delete(recordId),
      },
      recordId,
    );
    loops.set(recordId, made);
    return made;
  };

  return {
    ...toReadable(store),
    settings,
    start(recordId, next) {
      if (serverOf(recordId) === undefined) return;
      if (next) changeSettings(recordId, next);
      report(recordId, { kind: "starting" });
      create(recordId).then(
        (loop) => loop?.start(),
        (error: unknown) => {
          const reason = { code: "network", url: import.meta.url, reason: String(error) } as const;
          report(recordId, { kind: "refused", reason });
        },
      );
    },
    stop(recordId) {
      loops.get(recordId)?.stop();
      report(recordId, off);
    },
    dismiss: (recordId) => loops.get(recordId)?.dismiss(),
    repeatTool(recordId, name, isWanted) {
      const own = settings(recordId);
      const others = own.repeatedTools.filter((other) => other !== name);
      changeSettings(recordId, {
        ...own,
        repeatedTools: isWanted ? [...others, name] : others,
      });
      const now = loopOf(store.getState(), recordId);
      // Shown immediately; takes effect with the next restart.
      report(recordId, now.kind === "off" ? now : { ...now });
    },
  };
}
