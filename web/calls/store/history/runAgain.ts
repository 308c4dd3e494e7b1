/** Opens the item of an earlier call with its arguments; nothing is sent. */

import { formatTarget } from "../../../../shared/config/target.ts";
import { maskTarget } from "../../../../shared/recording/maskTarget.ts";
import type { ReadableStore } from "../../../platform/readableStore.ts";
import type { ConfiguredServers } from "../../../servers/store/configured/configuredServers.ts";
import type { OpenServer } from "../../../servers/store/connections/openServers.ts";
import { shownServer } from "../../../servers/store/server.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import type { ViewStore } from "../../../view/viewStore.ts";
import { type Drafts, itemKey } from "../drafts.ts";
import { smallState } from "../smallRecording.ts";
import type { HistoryCall } from "./historyCall.ts";

interface OpenStores {
  readonly view: Pick<ViewStore, "openItem" | "showStart">;
  readonly servers: { readonly all: Servers; readonly configured: ConfiguredServers };
  readonly connections: { readonly open: ReadableStore<readonly OpenServer[]> };
  readonly calls: { readonly drafts: Drafts };
}

/** @returns whether the call's server is the one that the page shows */
export function openCall(
  stores: OpenStores,
  { server, item, argumentsText }: HistoryCall,
): boolean {
  const { view, servers, calls } = stores;
  const shown = smallState({ ...servers, ...calls })?.server;
  const isShown = shown !== undefined && formatTarget(shown) === server;
  if (!isShown) showServer(stores, server);
  const { id: serverId } = shownServer(servers.all.getState());
  if (argumentsText !== undefined) {
    const change = { argumentsText, envelope: undefined, whole: undefined };
    calls.drafts.change(serverId, itemKey(item), change);
  }
  view.openItem(item);
  return isShown;
}

/** Switches to a server that is open, or writes it into the address bar. */
function showServer({ connections, servers, view }: OpenStores, server: string): void {
  const found = connections.open
    .getState()
    .find(({ target }) => formatTarget(maskTarget(target).target) === server);
  if (found) servers.all.activate(found.id);
  else {
    view.showStart();
    servers.all.choose(server);
  }
}
