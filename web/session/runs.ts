/** The newest run of each thing that can be run: under way, or how it ended. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { encodeText } from "../../shared/bytes.ts";
import type { Connected } from "../../shared/client/client.ts";
import type { Outcome } from "../../shared/client/outcome.ts";
import type { Progress } from "../../shared/client/progress.ts";
import type { TaskState } from "../../shared/client/taskState.ts";
import type { MessageEntry } from "../../shared/log/entry.ts";
import type { Failure } from "../../shared/transport/failure.ts";
import type { KeptTasks } from "./keptTasks.ts";

export type Run =
  | {
      readonly kind: "running";
      /** The entry of the request. */
      readonly seq: number;
      readonly startedAt: number;
      readonly progress: Progress | undefined;
      /** The task that the server made of it, if it did. */
      readonly task: TaskState | undefined;
      cancel(): void;
    }
  | {
      readonly kind: "done";
      readonly seq: number;
      readonly startedAt: number;
      /** Whether its one request was all that it took. */
      readonly isSingle: boolean;
      /** `sent` where the bytes held no request that an answer could be matched to. */
      readonly outcome: Outcome | { readonly kind: "sent"; readonly failure: Failure | undefined };
    };

/** Runs by key; a key names one item of one connection. */
export type Runs = StoreApi<ReadonlyMap<string, Run>>;

export function createRuns(): Runs {
  return createStore<ReadonlyMap<string, Run>>(() => new Map());
}

/** Keeps a run's state up to date while it goes on, and its task where a reload finds it. */
function watchRun(runs: Runs, key: string, seq: number, tasks: KeptTasks) {
  const set = (run: Run) => runs.setState((all) => new Map(all).set(key, run), true);
  const update = (change: Partial<Extract<Run, { kind: "running" }>>) => {
    const now = runs.getState().get(key);
    if (now?.kind === "running" && now.seq === seq) set({ ...now, ...change });
  };
  return {
    begin: (startedAt: number, cancel: () => void) =>
      set({ kind: "running", seq, startedAt, progress: undefined, task: undefined, cancel }),
    onProgress: (progress: Progress) => update({ progress }),
    onTask(task: TaskState) {
      tasks.keep(key, task);
      update({ task });
    },
    end(startedAt: number, outcome: Extract<Run, { kind: "done" }>["outcome"], isSingle: boolean) {
      if (runs.getState().get(key)?.seq !== seq) return;
      // a task outlives the connection that it was followed over
      const isCutOff = outcome.kind === "failed" && outcome.failure.code === "closed";
      if (!isCutOff) tasks.forget(key);
      set({ kind: "done", seq, startedAt, outcome, isSingle });
    },
  };
}

/**
 * Sends the text of a request, does what its answers ask for, and keeps the store up to date until
 * it has ended.
 * @param text sent as it is, as UTF-8
 */
export async function startRun(
  runs: Runs,
  key: string,
  client: Connected,
  text: string,
  tasks: KeptTasks,
): Promise<void> {
  let watched: ReturnType<typeof watchRun> | undefined;
  const { entry, done, cancel } = client.run(encodeText(text), {
    onProgress: (progress) => watched?.onProgress(progress),
    onTask: (task) => watched?.onTask(task),
  });
  watched = watchRun(runs, key, entry.seq, tasks);
  watched.begin(entry.at, cancel);
  const outcome = await done;
  const answer = "answer" in outcome ? outcome.answer.entry : undefined;
  watched.end(entry.at, outcome, answer === undefined || firstId(answer) === firstId(entry));
}

/**
 * Goes on with a task that an earlier page began.
 * @param now milliseconds on the tab's clock
 */
export async function resumeRun(
  runs: Runs,
  key: string,
  client: Connected,
  task: TaskState,
  tasks: KeptTasks,
  now: number,
): Promise<void> {
  const control = new AbortController();
  const watched = watchRun(runs, key, resumedSeq, tasks);
  watched.begin(now, () => control.abort());
  const { onProgress, onTask } = watched;
  const outcome = await client.follow(task, { onProgress, onTask, signal: control.signal });
  watched.end(now, outcome, false);
}

function firstId({ heads: [head] }: MessageEntry) {
  return head && "id" in head ? head.id : undefined;
}

/** The request that began it is in the log of an earlier page. */
const resumedSeq = -1;
