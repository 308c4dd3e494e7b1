/** Derives the state of a recorded connection from its messages: lists, results and arguments. */
import type { RecordedClientOptions } from "../../../shared/client/recordedClient.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import {
  type RecordedRequest,
  recordedOutcome,
  recordedRequests,
  requestTextOf,
} from "../../../shared/recording/replay/recordedRequests.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import type { DoneRun } from "../../calls/store/run.ts";
import type { Selection } from "../../view/selection.ts";

const kinds: Readonly<Record<string, Selection["kind"]>> = {
  "tools/call": "tool",
  "resources/read": "resource",
  "prompts/get": "prompt",
};

interface RecordedItem {
  readonly run: DoneRun | undefined;
  /** The JSON text of the arguments of its newest call. */
  readonly argumentsText: string | undefined;
}

/**
 * Reads the newest call of each item, by the key of the item; calls of apps are not among them.
 * @param connectionIds of one server, from old to new
 */
export async function recordedItems(
  log: EventLog,
  connectionIds: readonly string[],
): Promise<ReadonlyMap<string, RecordedItem>> {
  const newest = new Map<string, RecordedRequest>();
  for (const request of connectionIds.flatMap((id) => recordedRequests(log, id))) {
    // the result of an app's own call is the app's
    if (request.entry.initiator?.kind === "app") continue;
    const kind = Object.hasOwn(kinds, request.method) ? kinds[request.method] : undefined;
    if (kind && request.subject !== undefined) {
      newest.set(itemKey({ kind, name: request.subject }), request);
    }
  }
  const items = new Map<string, RecordedItem>();
  for (const [key, request] of newest) items.set(key, await itemOf(log, key, request));
  return items;
}

async function itemOf(log: EventLog, key: string, request: RecordedRequest): Promise<RecordedItem> {
  const text = await requestTextOf(log, request);
  const outcome = await recordedOutcome(log, request);
  const { seq, at: startedAt, initiator } = request.entry;
  const run: DoneRun | undefined = outcome && {
    kind: "done",
    seq,
    text,
    startedAt,
    ...(initiator && { initiator }),
    mark: Symbol(key),
    isSingle: true,
    outcome,
  };
  return { run, argumentsText: textAt(text, ["params", "arguments"]) };
}

/** Finds the recorded pages of the lists of a connection; the newest of each. */
export function recordedLists(
  log: EventLog,
  connectionId: string,
): RecordedClientOptions["listed"] {
  return async (method, cursor) => {
    const requests = recordedRequests(log, connectionId).filter((one) => one.method === method);
    for (const request of requests.reverse()) {
      if (request.answer && (await cursorOf(log, request)) === cursor) {
        return recordedOutcome(log, request);
      }
    }
    return undefined;
  };
}

async function cursorOf(log: EventLog, request: RecordedRequest): Promise<unknown> {
  try {
    return getOwn(getOwn(JSON.parse(await requestTextOf(log, request)), "params"), "cursor");
  } catch {
    return undefined;
  }
}
