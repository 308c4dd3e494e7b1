/** The newest run of each thing that can be run: under way, or how it ended. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { encodeText } from "../../shared/bytes.ts";
import type { Connected } from "../../shared/client/client.ts";
import type { OperationOptions } from "../../shared/client/operation.ts";
import type { Outcome } from "../../shared/client/outcome.ts";
import type { Progress } from "../../shared/client/progress.ts";
import type { TaskState } from "../../shared/client/taskState.ts";
import type { Failure } from "../../shared/transport/failure.ts";

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
      /** `sent` where the bytes held no request that an answer could be matched to. */
      readonly outcome: Outcome | { readonly kind: "sent"; readonly failure: Failure | undefined };
    };

/** Runs by key; a key names one item of one connection. */
export type Runs = StoreApi<ReadonlyMap<string, Run>>;

export function createRuns(): Runs {
  return createStore<ReadonlyMap<string, Run>>(() => new Map());
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
  options: OperationOptions = {},
): Promise<void> {
  const update = (change: Partial<Extract<Run, { kind: "running" }>>) => {
    const now = runs.getState().get(key);
    if (now?.kind === "running" && now.seq === seq) set({ ...now, ...change });
  };
  const set = (run: Run) => runs.setState((all) => new Map(all).set(key, run), true);
  const { entry, done, cancel } = client.run(encodeText(text), {
    ...options,
    onProgress: (progress) => update({ progress }),
    onTask: (task) => update({ task }),
  });
  const { seq, at } = entry;
  set({ kind: "running", seq, startedAt: at, progress: undefined, task: undefined, cancel });
  const outcome = await done;
  if (runs.getState().get(key)?.seq === seq) set({ kind: "done", seq, startedAt: at, outcome });
}
