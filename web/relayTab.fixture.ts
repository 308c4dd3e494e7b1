/** Creates a tab with a session at a real relay. */
import { onTestFinished } from "vitest";
import { openRelay, pair } from "../relay/relay.fixture.ts";
import type { RelayOptions } from "../relay/relayOptions.ts";
import { createTab, type Tab } from "./app/stores/tab.fixture.ts";

/** The relay and the tab's connection to it are closed when the test ends. */
export async function createRelayTab(options: RelayOptions = {}): Promise<Tab> {
  const relay = await openRelay({ allowOrigins: [location.origin], ...options });
  const tab = createTab();
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  const { access } = tab.stores.relay;
  access.use(`${relay.url}/`);
  const link = await access.link();
  onTestFinished(() => void ("close" in link && link.close()));
  return tab;
}
