/** Creates the connection of a recording: every screen works on it, and nothing is contacted. */
import { createStore } from "zustand/vanilla";
import {
  createRecordedClient,
  type RecordedClientOptions,
} from "../../../../shared/client/recordedClient.ts";
import type { Target } from "../../../../shared/config/target.ts";
import { createBodyLimit } from "../../../../shared/transport/http/bodyLimit.ts";
import { toReadable } from "../../../platform/readableStore.ts";
import type { ListCache } from "../catalog/listCache.ts";
import { createQueryClient } from "../catalog/queryClient.ts";
import type { Connection, ConnectionState } from "./connection.ts";

interface RecordedConnectionOptions extends RecordedClientOptions {
  /** The connection id that its restored messages carry in the log. */
  readonly id: string;
  /** The ids of this and of earlier connections to the server in the log, from old to new. */
  readonly ids: readonly string[];
  readonly serverId: string;
  readonly target: Target;
  readonly listCache: ListCache;
}

export function createRecordedConnection(options: RecordedConnectionOptions): Connection {
  const { id, ids, serverId, target } = options;
  const client = createRecordedClient(options);
  const state = createStore<ConnectionState>(() => ({
    kind: "recorded",
    ids,
    client,
    queryClient: options.listCache.client(createQueryClient),
  }));
  return {
    id,
    serverId,
    target,
    state: toReadable(state),
    // everything in the recording has been read already
    bodyLimit: createBodyLimit(Number.POSITIVE_INFINITY),
    check() {},
    earlyEnds: () => 0,
    watchPort() {},
    async close() {
      state.setState({ kind: "closed" }, true);
    },
  };
}
