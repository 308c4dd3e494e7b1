/** Reads which capabilities the client declared when a session was recorded. */
import { textAt } from "../../core/json/textAt.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { recordedRequests, requestTextOf } from "./recordedRequests.ts";

/** Where a client declares its capabilities: once in `initialize`, or in every request. */
const places = [
  ["params", "_meta", "io.modelcontextprotocol/clientCapabilities"],
  ["params", "capabilities"],
] as const;

/**
 * The JSON text of the capabilities in `initialize`, or in the first request that declares them.
 * @param connectionIds the connections of the session in the log
 * @returns undefined if the recording does not contain such a request
 */
export async function readRecordedCapabilities(
  log: EventLog,
  connectionIds: Iterable<string>,
): Promise<string | undefined> {
  for (const id of connectionIds) {
    const requests = recordedRequests(log, id);
    const initialize = requests.find(({ method }) => method === "initialize");
    // a client that tried a later revision first declared other capabilities there
    for (const request of initialize ? [initialize] : requests) {
      const text = await requestTextOf(log, request);
      for (const place of request.method === "initialize" ? places : places.slice(0, 1)) {
        const found = textAt(text, place);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}
