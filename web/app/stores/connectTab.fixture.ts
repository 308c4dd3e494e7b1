/** Connects the tab of a test to a server, as the address bar does. */
import { vi } from "vitest";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";
import { activeConnection } from "../../servers/store/server.ts";
import type { Tab } from "./tab.fixture.ts";

/** Connects the tab to a server as the address bar does. */
export async function connectTab(tab: Tab, url: string): Promise<ConnectedView> {
  const { servers, connections } = tab.stores;
  servers.all.choose(url);
  connections.connector.connect();
  return whenConnected(tab);
}

/** Waits until the active server of the tab is connected. */
export function whenConnected({ stores }: Tab): Promise<ConnectedView> {
  return vi.waitFor(() => {
    const connection = activeConnection(stores.servers.all.getState());
    if (!connection) throw new Error("Nothing is connected");
    const view = connectedView({ connection, state: connection.state.getState() });
    if (!view) throw new Error("The connection is not open");
    return view;
  });
}
