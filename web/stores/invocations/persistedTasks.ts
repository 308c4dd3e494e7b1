/** Persists running tasks, so that a reload does not lose their results. */
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import type { Target } from "../../../shared/config/target.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";

/** The tasks of one target, by item key. */
export interface PersistedTasks {
  all(): readonly (readonly [key: string, task: TaskState])[];
  keep(key: string, task: TaskState): void;
  forget(key: string): void;
}

/** Finds the tasks of a target. */
export type PersistedTasksOf = (target: Target) => PersistedTasks;

const storageKey = "mcp-playground.tasks";

/**
 * @param storage the tab's session storage
 * @param name of the target, as it is stored
 */
export function persistedTasksOf(storage: TextStorage, name: string): PersistedTasks {
  const everything = () => (readJson(storage, storageKey) ?? {}) as Record<string, Tasks>;
  const change = (edit: (tasks: Tasks) => Tasks) => {
    const all = everything();
    writeJson(storage, storageKey, { ...all, [name]: edit(all[name] ?? {}) });
  };
  return {
    all: () => Object.entries(everything()[name] ?? {}),
    keep: (key, task) => change((tasks) => ({ ...tasks, [key]: task })),
    forget: (key) => change(({ [key]: _, ...others }) => others),
  };
}

type Tasks = Readonly<Record<string, TaskState>>;
