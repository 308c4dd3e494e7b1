/** The run of an item for components: a quick call shows no state between its start and its result. */
import { useMemo, useSyncExternalStore } from "react";
import type { Clock } from "../../../shared/core/clock.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { Run } from "../store/run.ts";
import { type Runs, runOf } from "../store/runs.ts";

/** Milliseconds that a call may take before the page shows that it is in progress. */
const quickMs = 100;

/** The newest run of an item; one in progress only if it has been running for {@link quickMs}. */
export function useRun(serverId: string, key: string): Run | undefined {
  const { calls, clock } = useStores();
  const { runs } = calls;
  const shown = useMemo(
    () => createShownRun(runs, serverId, key, clock),
    [runs, serverId, key, clock],
  );
  return useSyncExternalStore(shown.subscribe, shown.snapshot);
}

/** Creates the run that is shown; it follows the store while it has subscribers. */
export function createShownRun(
  runs: Pick<Runs, "getState" | "subscribe">,
  serverId: string,
  key: string,
  clock: Clock,
) {
  const newest = () => runOf(runs.getState(), serverId, key);
  let shown = newest();
  return {
    snapshot: () => shown,
    subscribe(listener: () => void): () => void {
      let cancel: (() => void) | undefined;
      const show = () => {
        cancel?.();
        cancel = undefined;
        if (shown === newest()) return;
        shown = newest();
        listener();
      };
      const update = () => {
        const run = newest();
        const isNew = run?.kind === "running" && run.mark !== shown?.mark;
        const waitMs = isNew ? run.startedAt + quickMs - clock.now() : 0;
        if (waitMs <= 0) show();
        else cancel ??= clock.after(waitMs, show);
      };
      update();
      const stop = runs.subscribe(update);
      return () => {
        stop();
        cancel?.();
      };
    },
  };
}
