/** Adds every call of this tab to the history when it ends. */
import { formatTarget } from "../../../shared/config/target.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import type { ConnectionRecords } from "../connections/connectionRecords.ts";
import { type Drafts, draftOf, selectionOf } from "../invocations/drafts.ts";
import type { DoneRun, Run } from "../invocations/run.ts";
import type { Runs } from "../invocations/runs.ts";
import { type HistoryCall, historyCall } from "./historyCall.ts";

export interface RecordCallsOptions {
  readonly runs: Runs;
  readonly drafts: Drafts;
  readonly records: ConnectionRecords;
  /** Milliseconds of the tab's clock. */
  readonly now: () => number;
  /** Milliseconds since 1970 at which the tab's clock was 0. */
  readonly origin: number;
  readonly add: (call: HistoryCall) => void;
}

/** Begins with the calls that this page has made so far. */
export function recordCalls(options: RecordCallsOptions): void {
  const { runs, drafts, records, now, origin, add } = options;
  /** The arguments of the calls that are under way. */
  const underWay = new Map<symbol, string | undefined>();

  const argumentsOf = (recordId: string, key: string, { text }: Run) =>
    (text === undefined ? undefined : textAt(text, ["params", "arguments"])) ??
    draftOf(drafts.getState(), recordId, key)?.argumentsText;

  const end = (recordId: string, key: string, run: DoneRun, endedAt: number) => {
    const argumentsText = underWay.get(run.mark);
    underWay.delete(run.mark);
    const record = records.getState().records.get(recordId);
    if (!record) return;
    const call = historyCall({
      at: origin + run.startedAt,
      address: formatTarget(record.target),
      item: selectionOf(key),
      argumentsText,
      run,
      ms: endedAt - run.startedAt,
    });
    if (call) add(call);
  };

  for (const [recordId, own] of runs.calls.getState()) {
    for (const [key, calls] of own) {
      for (const run of calls) {
        // restored after a reload: the earlier page has added it
        if (run.seq < 0) continue;
        underWay.set(run.mark, argumentsOf(recordId, key, run));
        if (run.kind === "done") end(recordId, key, run, endOf(run) ?? now());
      }
    }
  }

  runs.calls.subscribe((all, before) => {
    for (const [recordId, own] of all) {
      const earlier = before.get(recordId);
      if (own === earlier) continue;
      for (const [key, calls] of own) {
        if (calls === earlier?.get(key)) continue;
        for (const run of calls) {
          if (run.kind === "running") {
            if (!underWay.has(run.mark)) underWay.set(run.mark, argumentsOf(recordId, key, run));
          } else if (underWay.has(run.mark)) end(recordId, key, run, now());
        }
      }
    }
  });
}

/** When a run ended by the tab's clock, where that is known. */
function endOf({ outcome, startedAt }: DoneRun): number | undefined {
  if ("answer" in outcome) return outcome.answer.entry.at;
  return "ms" in outcome ? startedAt + outcome.ms : undefined;
}
