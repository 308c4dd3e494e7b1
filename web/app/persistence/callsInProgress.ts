/** Stores how many calls have no answer yet, so that the page after a reload can report them. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { CallsState } from "../../calls/store/calls.ts";
import type { Runs } from "../../calls/store/runs.ts";
import type { SealedItems } from "../../platform/storage/sealedItems.ts";

const itemName = "under way";
/** Milliseconds after which a smaller number is stored. */
const quietMs = 250;

interface CallsInProgressOptions {
  readonly runs: Pick<Runs, "getState" | "subscribe">;
  readonly items: SealedItems;
  readonly clock: Pick<Clock, "after">;
}

/**
 * A call is counted as soon as it begins, because the page may be reloaded right after that. An end
 * is stored later: a reload itself ends the requests of the page.
 */
export function storeCallsInProgress({ runs, items, clock }: CallsInProgressOptions): void {
  let stored = countInProgress(runs.getState());
  let writing = items.write(itemName, stored);
  let cancel = () => {};
  const write = (count: number) => {
    stored = count;
    writing = writing.then(() => items.write(itemName, count));
  };
  runs.subscribe(() => {
    cancel();
    const count = countInProgress(runs.getState());
    if (count > stored) write(count);
    else if (count < stored) cancel = clock.after(quietMs, () => write(count));
  });
}

/** Calls of all servers that had no answer when the earlier page ended. */
export async function readCallsInProgress(items: SealedItems): Promise<number> {
  return Number((await items.read(itemName)) ?? 0);
}

/** Tasks continue without the page. */
function countInProgress(state: CallsState): number {
  const runs = [...state.values()].flatMap((own) => [...own.values()].flat());
  return runs.filter((run) => run.kind === "running" && run.task === undefined).length;
}
