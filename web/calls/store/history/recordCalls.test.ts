import { expect, test } from "vitest";
import { systemClock } from "../../../../shared/core/clock.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { createDrafts } from "../drafts.ts";
import { createPendingCalls } from "../pendingCalls.fixture.ts";
import { createRuns } from "../runs.ts";
import type { HistoryCall } from "./historyCall.ts";
import { recordCalls } from "./recordCalls.ts";

function createStores() {
  const servers = createTab().stores.servers.all;
  servers.add({ id: "r", target: { kind: "http", url: "https://one.example/mcp" } });
  return { runs: createRuns(systemClock), drafts: createDrafts(), servers };
}

test("calls made before the history was loaded are recorded, restored results are not", async () => {
  const { runs, drafts, servers } = createStores();
  const { ends, context } = createPendingCalls();
  const start = (name: string) => runs.start(context(`tool ${name}`), "{}");
  runs.restore("r", [
    [
      "tool restored",
      {
        kind: "done",
        seq: -2,
        mark: Symbol(),
        text: "{}",
        startedAt: -50,
        isSingle: false,
        outcome: { kind: "cancelled", ms: 1 },
      },
    ],
  ]);
  const ended = start("ended");
  const running = start("running");
  ends[0]?.({ kind: "cancelled", ms: 7 });
  await ended;

  const added: HistoryCall[] = [];
  recordCalls({ runs, drafts, servers, now: () => 100, origin: 1000, add: (c) => added.push(c) });
  expect(added.map(({ item, ms }) => [item.name, ms])).toEqual([["ended", 7]]);
  ends[1]?.({ kind: "cancelled", ms: 9 });
  await running;
  expect(added.map(({ item }) => item.name)).toEqual(["ended", "running"]);
  expect(added.map(({ initiator }) => initiator)).toEqual([{ kind: "user" }, { kind: "user" }]);
});

test("a task resumed after a reload is recorded when it ends", async () => {
  const { runs, drafts, servers } = createStores();
  const { ends, context } = createPendingCalls();
  const task = { taskId: "t", status: "working", statusMessage: undefined, pollMs: undefined };
  const resumed = runs.resume(context("tool resumed"), task, 40);
  const added: HistoryCall[] = [];
  recordCalls({ runs, drafts, servers, now: () => 100, origin: 1000, add: (c) => added.push(c) });
  ends[0]?.({ kind: "cancelled", ms: 60 });
  await resumed;
  expect(added.map(({ item, ms }) => [item.name, ms])).toEqual([["resumed", 60]]);
});

test("a call is recorded with the duration that every screen shows, without what it waited", async () => {
  const { runs, drafts, servers } = createStores();
  const base = { kind: "done", seq: 3, text: "{}", startedAt: 100 } as const;
  const entry = { at: 1_000 } as never;
  const answer = { entry, text: "{}", path: ["result"], ms: 18 };
  const outcome = { kind: "result", value: {}, answer } as const;
  const times = { sent: 50, waits: [{ from: 200, to: 600 }], progress: [] };
  runs.restore("r", [
    ["tool single", { ...base, mark: Symbol(), isSingle: true, endedAt: 144, outcome }],
    ["tool rounds", { ...base, mark: Symbol(), isSingle: false, times, endedAt: 1_030, outcome }],
  ]);
  const added: HistoryCall[] = [];
  recordCalls({ runs, drafts, servers, now: () => 2_000, origin: 0, add: (c) => added.push(c) });
  expect(added.map(({ item, ms }) => [item.name, ms])).toEqual([
    ["single", 18],
    ["rounds", 450],
  ]);
});
