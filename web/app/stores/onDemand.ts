/** Stores whose code and data are loaded when they are first needed. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Collections } from "../../calls/store/collections/collections.ts";
import type { CallHistory } from "../../calls/store/history/callHistory.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import type { Runs } from "../../calls/store/runs.ts";
import type { ToolConsents } from "../../calls/store/toolConsents.ts";
import type { Chats } from "../../chat/store/chats.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { OpenSealedItems, SealedItemsOptions } from "../../platform/storage/sealedItems.ts";
import type { OpenModels } from "../../sampling/store/openModels.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

interface OnDemandOptions {
  readonly servers: Servers;
  readonly openServers: ReadableStore<readonly OpenServer[]>;
  readonly runs: Runs;
  readonly consents: ToolConsents;
  readonly tasksOf: PersistedTasksOf;
  readonly openModels: OpenModels;
  readonly log: EventLog;
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
  const { servers, consents, newId, sealedItems } = options;
  let history: Promise<CallHistory> | undefined;
  let collections: Promise<Collections> | undefined;
  let chats: Promise<Chats> | undefined;
  return {
    async history() {
      const { openCallHistory } = await import("../../calls/store/history/openCallHistory.ts");
      history ??= openCallHistory(sealedItems, newId);
      return history;
    },
    async collections() {
      const { openCollections } = await import("../../calls/store/collections/openCollections.ts");
      collections ??= openCollections(sealedItems, { servers, consents, newId });
      return collections;
    },
    async chat() {
      const { openChats } = await import("../../chat/store/openChats.ts");
      chats ??= openChats(options);
      return chats;
    },
  };
}
