/** Makes the browser ask before the page is left while calls are in progress. */
import type { Runs } from "../../calls/store/runs.ts";

/** A listener at other times would keep the page out of the browser's back/forward cache. */
export function askBeforeLeaving(runs: Pick<Runs, "getState" | "subscribe">): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let isAsking = false;
  const follow = () => {
    const isRunning = [...runs.getState().values()].some((own) =>
      [...own.values()].flat().some(({ kind }) => kind === "running"),
    );
    if (isRunning === isAsking) return;
    isAsking = isRunning;
    if (isRunning) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  };
  runs.subscribe(follow);
  follow();
}
