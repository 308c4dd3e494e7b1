import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { createManualClock } from "../../../shared/core/manualClock.fixture.ts";
import type { CallsState } from "../store/calls.ts";
import type { Run } from "../store/run.ts";
import { createShownRun } from "./useRun.ts";

function setup() {
  const clock = createManualClock();
  const runs = createStore<CallsState>(() => new Map());
  const set = (run: Run) => runs.setState(new Map([["record", new Map([["tool", [run]]])]]), true);
  const shown = createShownRun(runs, "record", "tool", clock);
  const seen: (string | undefined)[] = [];
  const stop = shown.subscribe(() => seen.push(shown.snapshot()?.kind));
  const base = { seq: 1, mark: Symbol("run"), text: "{}", startedAt: clock.now() };
  const running: Run = {
    kind: "running",
    ...base,
    progress: undefined,
    task: undefined,
    cancel() {},
  };
  const done: Run = {
    kind: "done",
    ...base,
    isSingle: true,
    outcome: { kind: "cancelled", ms: 0 },
  };
  return { clock, set, seen, shown, stop, running, done };
}

test("a call that ends within 100 ms shows only its end", () => {
  const { clock, set, seen, running, done } = setup();
  set(running);
  clock.advance(99);
  set({ ...running, progress: { progress: 1, total: 2, message: undefined } });
  set(done);
  clock.advance(1000);
  expect(seen).toEqual(["done"]);
});

test("a longer call is shown as running, with its progress, then as done", () => {
  const { clock, set, seen, shown, running, done } = setup();
  set(running);
  expect(shown.snapshot()).toBeUndefined();
  clock.advance(100);
  set({ ...running, progress: { progress: 1, total: 2, message: undefined } });
  set(done);
  expect(seen).toEqual(["running", "running", "done"]);
});

test("nothing is shown after the last subscriber has unsubscribed", () => {
  const { clock, set, seen, stop, running } = setup();
  set(running);
  stop();
  clock.advance(1000);
  expect(seen).toEqual([]);
});
