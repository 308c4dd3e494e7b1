/** Finds the result that is shown below an error. */
import { type DoneRun, isGoodResult, type Run } from "../../store/run.ts";

/**
 * The newest good result before an error; none where the two are compared already.
 * @param calls oldest first
 */
export function lastGoodBefore(shown: DoneRun, calls: readonly Run[]): DoneRun | undefined {
  const { kind } = shown.outcome;
  const isError = !isGoodResult(shown) && (kind === "result" || kind === "error");
  if (!isError || shown.before) return undefined;
  const earlier = calls.slice(0, Math.max(0, calls.indexOf(shown)));
  return earlier.findLast((call): call is DoneRun => call.kind === "done" && isGoodResult(call));
}
