import { expect, onTestFinished, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createHandClock } from "../../../shared/core/handClock.fixture.ts";
import { createWorkspace } from "../view/workspace.ts";
import { followRelay } from "./followRelay.ts";
import type { RelayState } from "./relayState.ts";

const address = "http://127.0.0.1:6280/";
const away: RelayState = { kind: "not-running", address };
const connected: RelayState = { kind: "connected", address, version: "1", forward: "off" };

/** A relay in this state, and what is done about it. */
function follow(first: RelayState) {
  const state = createStore<RelayState>(() => first);
  const workspace = createWorkspace();
  const clock = createHandClock();
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
    workspace,
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
  /** Seconds go by, one at a time, as promises settle between timers. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  return { state, workspace, clock, tab, done, pass, stop };
}

test("a relay that nobody waits for is not looked for", async () => {
  const { workspace, done, pass } = follow(away);
  workspace.setState({ address: "http://127.0.0.1:3001/mcp" });
  await pass(60);
  expect(done.looks).toBe(0);
});

test.each([{ isRelayShown: true }, { address: "npx -y a-server" }])(
  "with %j it is, less and less often",
  async (waiting) => {
    const { workspace, done, pass } = follow(away);
    workspace.setState(waiting);
    await pass(5);
    expect(done.looks).toBeGreaterThanOrEqual(2);
    await pass(600);
    expect(done.looks).toBeGreaterThan(600 / 16);
    expect(done.looks).toBeLessThan(600 / 10);
  },
);

test("it is looked for at once when the tab is seen again, and not before", async () => {
  const { workspace, tab, done, pass } = follow(away);
  tab.isVisible = false;
  workspace.setState({ isRelayShown: true });
  await pass(60);
  expect(done.looks).toBe(0);
  tab.isVisible = true;
  tab.wake();
  expect(done.looks).toBe(1);
  tab.isVisible = false;
  await pass(60);
  expect(done.looks).toBe(1);
});

test("one that is there is asked for a sign of life instead; once it is missed, it is looked for", async () => {
  const { state, workspace, tab, done, pass } = follow(connected);
  workspace.setState({ isRelayShown: true });
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

test("nothing waits any more once it was stopped", async () => {
  const { workspace, clock, pass, stop } = follow(away);
  workspace.setState({ isRelayShown: true });
  await pass(3);
  stop();
  await pass(3);
  expect(clock.waits()).toEqual([]);
});
