/** Reads the resource of an app from its server, or from the recording of it. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { JsonRpcError } from "../../../shared/protocol/jsonRpc.ts";
import {
  recordedOutcome,
  recordedRequests,
} from "../../../shared/recording/replay/recordedRequests.ts";
import { traitsOfKind } from "../../servers/store/catalog/items.ts";
import { itemsQuery } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";

export type ResourceRead =
  | {
      readonly kind: "read";
      readonly result: unknown;
      /** Its entry in the list of resources, which need not have one. */
      readonly listed: unknown;
      readonly ms: number;
    }
  | { readonly kind: "error"; readonly error: JsonRpcError }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The recording has no answer, or the request was cancelled. */
  | { readonly kind: "none" };

export async function readUiResource(
  view: ConnectedView,
  log: EventLog,
  uri: string,
  clock: Clock,
): Promise<ResourceRead> {
  const { client, connection, queryClient } = view;
  const startedAt = clock.now();
  const state = connection.state.getState();
  const outcome =
    state.kind === "recorded"
      ? await recordedRead(log, state.ids, uri)
      : await client.request("resources/read", JSON.stringify({ uri }), {
          initiator: { kind: "engine" },
        }).done;
  switch (outcome?.kind) {
    case "result": {
      const known = queryClient.getQueryData(itemsQuery(view, traitsOfKind("resource")).queryKey);
      const listed = known?.items.find(({ name }) => name === uri)?.raw;
      return { kind: "read", result: outcome.value, listed, ms: clock.now() - startedAt };
    }
    case "error":
      return { kind: "error", error: outcome.error };
    case "failed":
      return { kind: "failed", failure: outcome.failure };
    default:
      return { kind: "none" };
  }
}

async function recordedRead(log: EventLog, connectionIds: readonly string[], uri: string) {
  const read = connectionIds
    .flatMap((id) => recordedRequests(log, id))
    .findLast(
      ({ method, subject, answer }) => method === "resources/read" && subject === uri && answer,
    );
  return read && recordedOutcome(log, read);
}
