/** Adds every call of this tab to the history when it ends. */

import { tookMs } from "../../../../shared/client/callTimes.ts";
import { formatTarget } from "../../../../shared/config/target.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import { secretsOfServers } from "../../../servers/store/sessionSecrets.ts";
import type { CallsState } from "../calls.ts";
import { type Drafts, draftOf, selectionOf } from "../drafts.ts";
import type { DoneRun, Run } from "../run.ts";
import type { Runs } from "../runs.ts";
import { type HistoryCall, historyCall } from "./historyCall.ts";

interface RecordCallsOptions {
  readonly runs: Runs;
  readonly drafts: Drafts;
  readonly servers: Servers;
  /** Milliseconds of the tab's clock. */
  readonly now: () => number;
  /** Milliseconds since 1970 at which the tab's clock was 0. */
  readonly origin: number;
  readonly add: (call: HistoryCall) => void;
}

/** Begins with the calls that this page has made so far. */
export function recordCalls(options: RecordCallsOptions): void {
  const { runs, drafts, servers, now, origin, add } = options;
  /** The arguments of the calls that are in progress. */
  const started = new Map<symbol, string | undefined>();

  const argumentsOf = ({ serverId, key, run: { text } }: Call) =>
    (text === undefined ? undefined : textAt(text, ["params", "arguments"])) ??
    draftOf(drafts.getState(), serverId, key)?.argumentsText;

  const addEnded = ({ serverId, key }: Call, run: DoneRun, argumentsText: string | undefined) => {
    const server = servers.getState().open.get(serverId);
    if (!server) return;
    const call = historyCall({
      at: origin + run.startedAt,
      address: formatTarget(server.target),
      item: selectionOf(key),
      argumentsText,
      run,
      ms: tookMs(run) ?? Math.max(0, (run.endedAt ?? now()) - run.startedAt),
      secrets: secretsOfServers(servers.getState()),
    });
    if (call) add(call);
  };

  for (const call of changedCalls(runs.getState(), new Map())) {
    const { run } = call;
    if (run.kind === "running") started.set(run.mark, argumentsOf(call));
    // A negative number: restored after a reload, and recorded by the page before it.
    else if (run.seq >= 0) addEnded(call, run, argumentsOf(call));
  }

  runs.subscribe((all, before) => {
    for (const call of changedCalls(all, before)) {
      const { run } = call;
      const isStarted = started.has(run.mark);
      if (run.kind === "running") {
        if (!isStarted) started.set(run.mark, argumentsOf(call));
      } else if (isStarted) {
        addEnded(call, run, started.get(run.mark));
        started.delete(run.mark);
      }
    }
  });
}

interface Call {
  readonly serverId: string;
  /** The item's key. */
  readonly key: string;
  readonly run: Run;
}

/** The calls of each item that has other calls than before. */
function* changedCalls(all: CallsState, before: CallsState): Iterable<Call> {
  for (const [serverId, own] of all) {
    const earlier = before.get(serverId);
    if (own === earlier) continue;
    for (const [key, calls] of own) {
      if (calls === earlier?.get(key)) continue;
      for (const run of calls) yield { serverId, key, run };
    }
  }
}
