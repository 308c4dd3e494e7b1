/** Opens the item of an earlier call with its arguments; nothing is sent. */

import { formatTarget } from "../../../shared/config/target.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import { itemKey } from "../invocations/drafts.ts";
import { smallState } from "../persistence/urlState.ts";
import { shownServer } from "../servers/server.ts";
import type { Stores } from "../stores.ts";
import type { HistoryCall } from "./historyCall.ts";

/** @returns whether the call's server is the one that the page shows */
export function openCall(stores: Stores, { server, item, argumentsText }: HistoryCall): boolean {
  const { view, servers, invocations } = stores;
  const shown = smallState({ ...servers, ...invocations })?.server;
  const isShown = shown !== undefined && formatTarget(shown) === server;
  if (!isShown) showServer(stores, server);
  const { id: serverId } = shownServer(servers.all.getState());
  if (argumentsText !== undefined) {
    const change = { argumentsText, envelope: undefined, whole: undefined };
    invocations.drafts.change(serverId, itemKey(item), change);
  }
  view.openItem(item);
  return isShown;
}

/** Switches to a server that is open, or writes it into the address bar. */
function showServer({ connections, servers, view }: Stores, server: string): void {
  const found = connections.open
    .getState()
    .find(({ target }) => formatTarget(maskTarget(target).target) === server);
  if (found) servers.all.activate(found.id);
  else {
    view.showStart();
    servers.all.choose(server);
  }
}
