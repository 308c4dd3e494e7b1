/** Opens the item of an earlier call with its arguments; nothing is sent. */

import { formatTarget } from "../../../shared/config/target.ts";
import type { Stores } from "../createStores.ts";
import { itemKey, unconnected } from "../invocations/drafts.ts";
import { smallState } from "../persistence/urlState.ts";
import type { HistoryCall } from "./historyCall.ts";

/** @returns whether the call's server is the one that the page shows */
export function openCall(stores: Stores, { server, item, argumentsText }: HistoryCall): boolean {
  const { view, connections, servers, invocations } = stores;
  const { records } = connections;
  const shown = smallState({ ...servers, ...invocations, view, records })?.server;
  const isShown = shown !== undefined && formatTarget(shown) === server;
  if (!isShown) servers.addressBar.choose(server);
  const { activeId } = records.getState();
  const recordId = isShown && activeId !== undefined ? activeId : unconnected;
  if (argumentsText !== undefined) {
    const change = { argumentsText, envelope: undefined, whole: undefined };
    invocations.drafts.change(recordId, itemKey(item), change);
  }
  view.openItem(item);
  return isShown;
}
