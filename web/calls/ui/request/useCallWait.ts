/** Tells whether, and since when, a call waits for the user. */
import { useStore } from "zustand";
import { useAllRequests } from "../../../inbox/hooks/useRequests.ts";
import { causeOf } from "../../../inbox/store/causeOf.ts";
import type { InboxItem } from "../../../inbox/store/inbox.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { CallsState } from "../../store/calls.ts";

/** @param itemKey the item that is called */
export function useCallWait(serverId: string | undefined, itemKey: string): CallWait {
  const requests = useAllRequests();
  const calls = useStore(useStores().calls.runs);
  return callWaitOf({ serverId, itemKey }, requests, calls);
}

export interface CallWait {
  readonly isAsked: boolean;
  /** When the oldest open request came, in milliseconds of the tab's clock; undefined without one. */
  readonly since: number | undefined;
}

/**
 * The timeouts of all calls of a server pause for one of its requests. So find the call that caused
 * the request. A request without a known call counts for every call.
 */
export function callWaitOf(
  { serverId, itemKey }: { readonly serverId: string | undefined; readonly itemKey: string },
  requests: readonly Pick<InboxItem, "serverId" | "input" | "ended" | "receivedAt">[],
  calls: CallsState,
): CallWait {
  const open = requests.filter((one) => !one.ended && one.serverId === serverId);
  const own = open.find((one) => (causeOf(calls, one) ?? itemKey) === itemKey);
  return { isAsked: open.length === 0 || own !== undefined, since: own?.receivedAt };
}
