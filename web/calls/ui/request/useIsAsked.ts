/** Tells whether the user is asked because of a call: the timeouts of all calls of a server pause for one of them. */
import { useStore } from "zustand";
import { useAllRequests } from "../../../inbox/hooks/useRequests.ts";
import { causeOf } from "../../../inbox/store/causeOf.ts";
import type { InboxItem } from "../../../inbox/store/inbox.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { CallsState } from "../../store/calls.ts";

/** @param itemKey the item that is called */
export function useIsAsked(serverId: string | undefined, itemKey: string): boolean {
  const requests = useAllRequests();
  const calls = useStore(useStores().calls.runs);
  return isAskedFor({ serverId, itemKey }, requests, calls);
}

/** A request whose call nobody knows may be that of each. */
export function isAskedFor(
  { serverId, itemKey }: { readonly serverId: string | undefined; readonly itemKey: string },
  requests: readonly Pick<InboxItem, "serverId" | "input" | "ended">[],
  calls: CallsState,
): boolean {
  const open = requests.filter((one) => !one.ended && one.serverId === serverId);
  return open.length === 0 || open.some((one) => (causeOf(calls, one) ?? itemKey) === itemKey);
}
