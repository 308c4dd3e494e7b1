/** Stores whose code and data are loaded when they are first needed. */
import type { Collections } from "./collections/collections.ts";
import type { CallHistory } from "./history/callHistory.ts";
import type { Servers } from "./servers/serversStore.ts";

export interface OnDemandStores {
  /** Opens the history of calls of this browser. */
  readonly callHistory: () => Promise<CallHistory>;
  /** Opens the collections of saved calls of this browser. */
  readonly collections: () => Promise<Collections>;
}

export interface OnDemandOptions {
  readonly servers: Servers;
  readonly newId: () => string;
}

export function createOnDemandStores({ servers, newId }: OnDemandOptions): OnDemandStores {
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
      collections ??= openCollections(servers, newId);
      return collections;
    },
  };
}
