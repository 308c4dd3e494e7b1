/** Stores whose code and data are loaded when they are first needed. */
import type { Collections } from "./collections/collections.ts";
import type { ConnectionRecords } from "./connections/connectionRecords.ts";
import type { CallHistory } from "./history/callHistory.ts";

export interface OnDemandStores {
  /** Opens the history of calls of this browser. */
  readonly callHistory: () => Promise<CallHistory>;
  /** Opens the collections of saved calls of this browser. */
  readonly collections: () => Promise<Collections>;
}

export interface OnDemandOptions {
  readonly records: ConnectionRecords;
  readonly newId: () => string;
}

export function createOnDemandStores({ records, newId }: OnDemandOptions): OnDemandStores {
  let history: CallHistory | undefined;
  let collections: Collections | undefined;
  return {
    async callHistory() {
      const { openCallHistory } = await import("./history/openCallHistory.ts");
      history ??= openCallHistory(newId);
      return history;
    },
    async collections() {
      const { openCollections } = await import("./collections/openCollections.ts");
      collections ??= openCollections(records, newId);
      return collections;
    },
  };
}
