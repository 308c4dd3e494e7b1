/** Creates a tab with a session at a real relay. */
import { onTestFinished } from "vitest";
import { openRelay, pair } from "../relay/relay.fixture.ts";
import type { RelayOptions } from "../relay/relayOptions.ts";
import type { Relay } from "../relay/server.ts";
import type { Clock } from "../shared/core/clock.ts";
import { createTab, type Tab } from "./app/stores/tab.fixture.ts";

type GivenRelay = Pick<Relay, "url" | "origin" | "createToken">;

/** A tab that does not contact its relay yet; the relay is closed when the test ends. */
export async function createPairedTab(
  options: RelayOptions = {},
  given?: GivenRelay,
  fetch?: typeof globalThis.fetch,
  clock?: Clock,
): Promise<Tab> {
  const relay = given ?? (await openRelay({ allowOrigins: [location.origin], ...options }));
  const tab = createTab(fetch, undefined, clock);
  tab.sessions.set(`${relay.url}/`, await pair(relay));
  const { access } = tab.stores.relay;
  access.onLink((link) => onTestFinished(link.close));
  access.use(`${relay.url}/`);
  return tab;
}

/** The relay and the tab's connection to it are closed when the test ends. */
export async function createRelayTab(
  options: RelayOptions = {},
  given?: GivenRelay,
  fetch?: typeof globalThis.fetch,
  clock?: Clock,
): Promise<Tab> {
  const tab = await createPairedTab(options, given, fetch, clock);
  await tab.stores.relay.access.link();
  return tab;
}
