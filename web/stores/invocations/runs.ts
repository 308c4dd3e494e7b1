/** The newest run of each thing that can be run: under way, or how it ended. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Connected } from "../../../shared/client/client.ts";
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import type { Progress } from "../../../shared/client/session/progress.ts";
import type { TaskState } from "../../../shared/client/tasks/taskState.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import { putText } from "../../../shared/core/json/putText.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import type { PersistedTasks } from "./persistedTasks.ts";

export type Run = RunBase &
  (
    | {
        readonly kind: "running";
        readonly progress: Progress | undefined;
        /** The task that the server made of it, if it did. */
        readonly task: TaskState | undefined;
        cancel(): void;
      }
    | {
        readonly kind: "done";
        /** Whether its one request was all that it took. */
        readonly isSingle: boolean;
        /** `sent` where the bytes held no request that an answer could be matched to. */
        readonly outcome:
          | Outcome
          | { readonly kind: "sent"; readonly failure: Failure | undefined };
      }
  );

export type DoneRun = Extract<Run, { kind: "done" }>;

interface RunBase {
  /** The entry of the request; negative where this page's log has none. */
  readonly seq: number;
  /** Tells this run from another one of the same item. */
  readonly mark: symbol;
  /** The request as it was sent; undefined where an earlier page sent it. */
  readonly text: string | undefined;
  readonly startedAt: number;
  /** What the same request came to before the server was started again. */
  readonly before?: DoneRun;
}

/** Runs by key; a key names one item of one connection. */
export type Runs = StoreApi<ReadonlyMap<string, Run>>;

export function createRuns(): Runs {
  return createStore<ReadonlyMap<string, Run>>(() => new Map());
}

/** Keeps a run's state up to date while it goes on, and its task where a reload finds it. */
function watchRun(
  runs: Runs,
  key: string,
  request: Pick<RunBase, "seq" | "text" | "before">,
  tasks: PersistedTasks,
) {
  // sequence numbers do not tell runs apart: no log has the request of a resumed task
  const mark = Symbol(key);
  const base = { ...request, mark };
  const isNewest = () => runs.getState().get(key)?.mark === mark;
  const set = (run: Run) => runs.setState((all) => new Map(all).set(key, run), true);
  const update = (change: Partial<Extract<Run, { kind: "running" }>>) => {
    const now = runs.getState().get(key);
    if (now?.kind === "running" && isNewest()) set({ ...now, ...change });
  };
  return {
    begin: (startedAt: number, cancel: () => void) =>
      set({ kind: "running", ...base, startedAt, progress: undefined, task: undefined, cancel }),
    onProgress: (progress: Progress) => update({ progress }),
    onTask(task: TaskState) {
      if (!isNewest()) return;
      tasks.keep(key, task);
      update({ task });
    },
    end(startedAt: number, outcome: DoneRun["outcome"], isSingle: boolean) {
      if (!isNewest()) return;
      // a task outlives the connection that it was followed over
      const isCutOff = outcome.kind === "failed" && outcome.failure.code === "closed";
      if (!isCutOff) tasks.forget(key);
      set({ kind: "done", ...base, startedAt, outcome, isSingle });
    },
  };
}

/**
 * Sends the text of a request, does what its answers ask for, and keeps the store up to date until
 * it has ended.
 * @param text sent as it is, as UTF-8
 * @param before what the same request came to before
 */
export async function startRun(
  runs: Runs,
  key: string,
  client: Connected,
  text: string,
  tasks: PersistedTasks,
  before?: DoneRun,
): Promise<void> {
  let watched: ReturnType<typeof watchRun> | undefined;
  const { entry, done, cancel } = client.run(encodeText(text), {
    onProgress: (progress) => watched?.onProgress(progress),
    onTask: (task) => watched?.onTask(task),
  });
  watched = watchRun(runs, key, { seq: entry.seq, text, ...(before ? { before } : {}) }, tasks);
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
  tasks: PersistedTasks,
  now: number,
): Promise<void> {
  const control = new AbortController();
  const watched = watchRun(runs, key, { seq: resumedSeq, text: undefined }, tasks);
  watched.begin(now, () => control.abort());
  const { onProgress, onTask } = watched;
  const outcome = await client.follow(task, { onProgress, onTask, signal: control.signal });
  watched.end(now, outcome, false);
}

/** The newest run that can be repeated, with its key. */
export function lastRun(
  runs: Runs,
): readonly [key: string, run: Run & { text: string }] | undefined {
  let last: readonly [key: string, run: Run & { text: string }] | undefined;
  for (const [key, run] of runs.getState()) {
    if (run.text === undefined || (last && last[1].seq > run.seq)) continue;
    last = [key, { ...run, text: run.text }];
  }
  return last;
}

/** Sends a run's request again, under an id of the new conversation. */
export function repeatRun(
  runs: Runs,
  key: string,
  run: Run & { text: string },
  client: Connected,
  tasks: PersistedTasks,
): Promise<void> {
  const text = putText(run.text, ["id"], JSON.stringify(client.session.nextId()));
  // of the answers before it only the last is kept; one that was cut off is none
  const { before: earlier, ...own } = run;
  const isAnswered =
    own.kind === "done" && (own.outcome.kind === "result" || own.outcome.kind === "error");
  const before = isAnswered ? own : earlier;
  return startRun(runs, key, client, text, tasks, before);
}

function firstId({ heads: [head] }: MessageEntry) {
  return head && "id" in head ? head.id : undefined;
}

/** The request that began it is in the log of an earlier page. */
const resumedSeq = -1;
