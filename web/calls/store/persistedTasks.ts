/** Persists running tasks, so that a reload does not lose their results. */
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";

/** A task with who called; absent where nobody knows. */
export type PersistedTask = TaskState & { readonly initiator?: Initiator };

/** The tasks of one server, by item key. */
export interface PersistedTasks {
  all(): readonly (readonly [key: string, task: PersistedTask])[];
  keep(key: string, task: PersistedTask): void;
  forget(key: string): void;
}

/** Finds the tasks of a server. */
export type PersistedTasksOf = (serverId: string) => PersistedTasks;

const storageKey = "mcp-playground.tasks";

/** @param storage the tab's session storage */
export function persistedTasksOf(storage: TextStorage, serverId: string): PersistedTasks {
  const everything = () => (readJson(storage, storageKey) ?? {}) as Record<string, Tasks>;
  const change = (edit: (tasks: Tasks) => Tasks) => {
    const all = everything();
    writeJson(storage, storageKey, { ...all, [serverId]: edit(all[serverId] ?? {}) });
  };
  return {
    all: () => Object.entries(everything()[serverId] ?? {}),
    keep: (key, task) => change((tasks) => ({ ...tasks, [key]: task })),
    forget: (key) => change(({ [key]: _, ...others }) => others),
  };
}

type Tasks = Readonly<Record<string, PersistedTask>>;
