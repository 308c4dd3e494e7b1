import { expect, onTestFinished, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createManualClock } from "../../../shared/core/manualClock.fixture.ts";
import type { RelayState } from "../../relay/store/relayState.ts";
import { followRelay } from "./followRelay.ts";
import { createTab } from "./tab.fixture.ts";

const address = "http://127.0.0.1:6280/";
const away: RelayState = { kind: "not-running", address };
const connected: RelayState = {
  kind: "connected",
  address,
  isOwnPage: true,
  version: "1",
  forward: "off",
};

/** A relay in this state, and the calls made to it. */
function follow(first: RelayState) {
  const state = createStore<RelayState>(() => first);
  const { view, servers } = createTab().stores;
  const clock = createManualClock();
  const tab = { isVisible: true, wake: () => {} };
  const done = { looks: 0, checks: 0 };
  const stop = followRelay({
    relay: {
      state,
      async lookQuietly() {
        done.looks++;
      },
      check: () => void done.checks++,
    },
    view,
    servers: servers.all,
    clock,
    isVisible: () => tab.isVisible,
    onWake(listener) {
      tab.wake = listener;
      return () => {
        tab.wake = () => {};
      };
    },
  });
  onTestFinished(stop);
  /** Advances the clock one second at a time, so that promises settle between timers. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { state, view, servers: servers.all, clock, tab, done, pass, stop };
}

test("a relay that is not needed is not looked for", async () => {
  const { servers, done, pass } = follow(away);
  servers.write("http://127.0.0.1:3001/mcp");
  await pass(60);
  expect(done.looks).toBe(0);
});

test.each([
  { isRelayShown: true, address: "" },
  { isRelayShown: false, address: "npx -y a-server" },
])("with %j it is, less and less often", async (waiting) => {
  const { view, servers, done, pass } = follow(away);
  view.showRelay(waiting.isRelayShown);
  servers.write(waiting.address);
  await pass(5);
  expect(done.looks).toBeGreaterThanOrEqual(2);
  await pass(600);
  expect(done.looks).toBeGreaterThan(600 / 16);
  expect(done.looks).toBeLessThan(600 / 10);
});

test("it is looked for immediately when the tab is visible again, and not before", async () => {
  const { view, tab, done, pass } = follow(away);
  tab.isVisible = false;
  view.showRelay(true);
  await pass(60);
  expect(done.looks).toBe(0);
  tab.isVisible = true;
  tab.wake();
  expect(done.looks).toBe(1);
  tab.isVisible = false;
  await pass(60);
  expect(done.looks).toBe(1);
});

test("a connected relay is pinged instead; once it is missing, it is looked for", async () => {
  const { state, view, tab, done, pass } = follow(connected);
  view.showRelay(true);
  await pass(60);
  tab.wake();
  expect(done).toEqual({ looks: 0, checks: 1 });
  state.setState(away, true);
  await pass(2);
  expect(done.looks).toBeGreaterThan(0);
  state.setState(connected, true);
  const { looks } = done;
  await pass(60);
  expect(done.looks).toBe(looks);
});

test("no timer is left once it was stopped", async () => {
  const { view, clock, pass, stop } = follow(away);
  view.showRelay(true);
  await pass(3);
  stop();
  await pass(3);
  expect(clock.waits()).toEqual([]);
});
