/** Stores whose code and data are loaded when they are first needed. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { OpenApps } from "../../apps/store/openApps.ts";
import type { RecordedConnections } from "../../calls/store/collections/recordedCollection.ts";
import type { ReplayAnswers } from "../../calls/store/collections/replayAnswers.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import type { Runs } from "../../calls/store/runs.ts";
import type { ToolConsents } from "../../calls/store/toolConsents.ts";
import { memoizeSuccess } from "../../platform/memoizeSuccess.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { OpenSealedItems, SealedItemsOptions } from "../../platform/storage/sealedItems.ts";
import type { OpenModels } from "../../sampling/store/openModels.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

interface OnDemandOptions {
  readonly apps: Pick<OpenApps, "end">;
  readonly servers: Servers;
  readonly openServers: ReadableStore<readonly OpenServer[]>;
  readonly runs: Runs;
  readonly consents: ToolConsents;
  readonly tasksOf: PersistedTasksOf;
  readonly openModels: OpenModels;
  readonly log: EventLog;
  readonly replayAnswers: ReplayAnswers;
  readonly connectionsOf: (serverId: string) => RecordedConnections;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly sealedItems: OpenSealedItems;
}

/** @param options those of the page */
export function createSealedItemsOpener(options: SealedItemsOptions): OpenSealedItems {
  return async (database) => {
    const { openSealedItems } = await import("../../platform/storage/sealedItems.ts");
    return openSealedItems(options, database);
  };
}

export function createOnDemandStores(options: OnDemandOptions) {
  const { apps, clock, newId, sealedItems } = options;
  return {
    history: memoizeSuccess(async () => {
      const { openCallHistory } = await import("../../calls/store/history/openCallHistory.ts");
      return openCallHistory(sealedItems, newId);
    }),
    collections: memoizeSuccess(async () => {
      const { openCollections } = await import("../../calls/store/collections/openCollections.ts");
      return openCollections(sealedItems, {
        ...options,
        now: () => performance.timeOrigin + clock.now(),
      });
    }),
    chat: memoizeSuccess(async () => {
      const { openChats } = await import("../../chat/store/openChats.ts");
      const chats = await openChats(options);
      const { conversations } = chats;
      // apps of a conversation end with it
      conversations.subscribe(() =>
        apps.end(({ conversationId: id }) => id !== undefined && !conversations.find(id)),
      );
      return chats;
    }),
  };
}
