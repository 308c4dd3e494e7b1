/** The tasks of a connected server: those that it lists, and those that the user names. */
import { createStore } from "zustand/vanilla";
import type { Connected } from "../../../shared/client/connected.ts";
import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import { isEndedTask, readTask, type TaskState } from "../../../shared/client/tasks/taskState.ts";
import type { TaskMethods } from "../../../shared/client/tasks/taskSupport.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export interface ServerTasksState {
  /** In the order in which they became known. */
  readonly tasks: ReadonlyMap<string, TaskState>;
  readonly isReading: boolean;
  /** Why the newest request failed, and its subject. */
  readonly failure: { readonly method: string; readonly outcome: FailedOutcome } | undefined;
  /** The answer that holds a task's result. */
  readonly result: { readonly taskId: string; readonly outcome: AnsweredOutcome } | undefined;
}

type FailedOutcome = Exclude<RequestOutcome, { kind: "result" }>;
type AnsweredOutcome = Extract<RequestOutcome, { kind: "result" | "error" }>;

export interface ServerTasks extends ReadableStore<ServerTasksState> {
  /** Reads the server's list, if it has one. */
  list(): Promise<void>;
  /** Asks for the state of a task, whoever started it. */
  refresh(taskId: string): Promise<void>;
  /** Asks for the states of all tasks that have not ended. */
  refreshAll(): Promise<void>;
  cancel(taskId: string): Promise<void>;
  /** Reads the result of a task that has ended. */
  open(taskId: string): Promise<void>;
  closeResult(): void;
  /** Adds tasks that the page has started, or their newer states. */
  know(tasks: Iterable<TaskState>): void;
}

/** Tasks whose state is asked for at a time. */
const maxRefreshed = 20;

/** @param client gets requests only through the actions */
export function createServerTasks(client: Connected, methods: TaskMethods): ServerTasks {
  const store = createStore<ServerTasksState>(() => ({
    tasks: new Map(),
    isReading: false,
    failure: undefined,
    result: undefined,
  }));
  const { getState, setState } = store;
  const know = (found: Iterable<TaskState>) =>
    setState(({ tasks }) => {
      const all = new Map(tasks);
      for (const task of found) all.set(task.taskId, task);
      return { tasks: all };
    });
  const ask = async (method: string, taskId: string): Promise<RequestOutcome> => {
    const outcome = await client.session.request(method, JSON.stringify({ taskId }), {
      initiator: { kind: "user" },
    }).done;
    setState({ failure: outcome.kind === "result" ? undefined : { method, outcome } });
    const task = outcome.kind === "result" ? readTask(outcome.value) : undefined;
    if (task) know([task]);
    return outcome;
  };
  const refresh = async (taskId: string) => void (await ask("tasks/get", taskId));

  return {
    ...toReadable(store),
    know,
    refresh,
    async list() {
      if (!methods.canList || getState().isReading) return;
      setState({ isReading: true });
      const pages = await client.list("tasks/list", "tasks", { reload: true });
      const failure =
        pages.kind === "stopped" ? { method: "tasks/list", outcome: pages.outcome } : undefined;
      setState({ isReading: false, failure });
      know(pages.items.map(readTask).filter((task) => task !== undefined));
    },
    async refreshAll() {
      const open = [...getState().tasks.values()].filter(({ status }) => !isEndedTask(status));
      await Promise.all(open.slice(0, maxRefreshed).map(({ taskId }) => refresh(taskId)));
    },
    async cancel(taskId) {
      const outcome = await ask("tasks/cancel", taskId);
      // the answer of the extension does not hold the task
      if (outcome.kind === "result" && !readTask(outcome.value)) await refresh(taskId);
    },
    async open(taskId) {
      const outcome = await ask(methods.resultMethod, taskId);
      if (outcome.kind === "result" || outcome.kind === "error") {
        setState({ result: { taskId, outcome }, failure: undefined });
      }
    },
    closeResult: () => setState({ result: undefined }),
  };
}
