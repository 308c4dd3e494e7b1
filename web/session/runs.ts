/** The newest run of each thing that can be run: under way, or how it ended. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { encodeText } from "../../shared/bytes.ts";
import type { Outcome } from "../../shared/client/outcome.ts";
import type { Progress } from "../../shared/client/progress.ts";
import type { CallOptions, Sent, Session } from "../../shared/client/session.ts";
import type { Failure } from "../../shared/transport/failure.ts";

export type Run =
  | {
      readonly kind: "running";
      /** The entry of the request. */
      readonly seq: number;
      readonly startedAt: number;
      readonly progress: Progress | undefined;
      cancel(): void;
    }
  | {
      readonly kind: "done";
      readonly seq: number;
      /** `sent` where the bytes held no request that an answer could be matched to. */
      readonly outcome: Outcome | { readonly kind: "sent"; readonly failure: Failure | undefined };
    };

/** Runs by key; a key names one item of one connection. */
export type Runs = StoreApi<ReadonlyMap<string, Run>>;

export function createRuns(): Runs {
  return createStore<ReadonlyMap<string, Run>>(() => new Map());
}

/**
 * Sends the text of a request and keeps the store up to date until it has ended.
 * @param text sent as it is, as UTF-8
 */
export async function startRun(
  runs: Runs,
  key: string,
  session: Session,
  text: string,
  options: Omit<CallOptions, "onProgress"> = {},
): Promise<void> {
  const set = (run: Run) => runs.setState((all) => new Map(all).set(key, run), true);
  const sent: Sent = session.send(encodeText(text), {
    ...options,
    onProgress(progress) {
      const now = runs.getState().get(key);
      if (now?.kind === "running" && now.seq === sent.entry.seq) set({ ...now, progress });
    },
  });
  const { seq, at } = sent.entry;
  const [call] = sent.calls;
  const cancel = () => {
    for (const each of sent.calls) each.cancel();
  };
  set({ kind: "running", seq, startedAt: at, progress: undefined, cancel });
  const outcome = call ? await call.done : { kind: "sent" as const, failure: await sent.delivered };
  const now = runs.getState().get(key);
  if (now?.seq === seq) set({ kind: "done", seq, outcome });
}
