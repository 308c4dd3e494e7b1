/** Checks the messages of a recording without contacting a server. */
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { restoreEntries } from "../../../shared/recording/entries/restoreEntries.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { checkLog, findingsWithMethods, type ServerCheck } from "./checkServer.ts";

/** Checks the entries of a recording. */
export async function checkRecording(recording: Recording): Promise<ServerCheck> {
  const log = createEventLog({ now: () => performance.now() });
  const first = recording.connections?.[0];
  let exchanges = 0;
  restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? first?.id ?? "",
    newExchangeId: () => String(exchanges++),
  });
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
    findings: findingsWithMethods(log, await checkLog(log)),
    log,
  };
}
