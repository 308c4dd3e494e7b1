/** Checks the messages of a recording without contacting a server. */
import { createLint } from "../../../shared/lint/lint.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { restoreEntries } from "../../../shared/recording/entries/restoreEntries.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type Examination, findingsWithMethods } from "./examine.ts";

/** Larger messages are not checked, to limit memory. */
const maxCheckedBytes = 64 * 1024 * 1024;

/** Checks the entries of a recording. */
export async function checkRecording(recording: Recording): Promise<Examination> {
  const log = createEventLog({ now: () => performance.now() });
  const first = recording.connections?.[0];
  let exchanges = 0;
  await restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? first?.id ?? "",
    newExchangeId: () => String(exchanges++),
  });
  const lint = createLint({
    log,
    loadCheck: () => import("../../../shared/protocol/check/checkMessage.ts"),
    now: () => performance.now(),
    budgetMs: 50,
    largeBytes: maxCheckedBytes,
    yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  });
  await lint.settled();
  lint.close();
  const { name, version } = first?.serverInfo ?? {};
  return {
    revision: first?.revision,
    transport: first?.transport,
    server:
      typeof name === "string"
        ? { name, version: typeof version === "string" ? version : "" }
        : undefined,
    counts: {},
    failures: [],
    findings: findingsWithMethods(log, [...lint.snapshot().bySeq.values()].flat()),
  };
}
