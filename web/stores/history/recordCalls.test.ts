import { expect, test } from "vitest";
import type { Connected } from "../../../shared/client/connected.ts";
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import { createConnectionRecords } from "../connections/connectionRecords.ts";
import { createDrafts } from "../invocations/drafts.ts";
import { createRuns } from "../invocations/runs.ts";
import type { HistoryCall } from "./historyCall.ts";
import { recordCalls } from "./recordCalls.ts";

test("calls made before the history was loaded are recorded, restored results are not", async () => {
  const runs = createRuns();
  const drafts = createDrafts();
  const records = createConnectionRecords();
  records.put({
    id: "r",
    target: { kind: "http", url: "https://one.example/mcp" },
    address: "https://one.example/mcp",
    settingsKey: "https://one.example/mcp",
    connection: undefined,
    settings: undefined,
  });
  const ends: ((outcome: Outcome) => void)[] = [];
  const client = {
    run() {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      ends.push(resolve);
      return { entry: { seq: ends.length, at: 0, heads: [] }, done: promise, cancel() {} };
    },
  } as unknown as Connected;
  const tasks = { keep() {}, forget() {}, all: () => [] } as never;
  const start = (name: string) =>
    runs.start({ recordId: "r", key: `tool ${name}`, client, tasks }, "{}");
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
  recordCalls({ runs, drafts, records, now: () => 100, origin: 1000, add: (c) => added.push(c) });
  expect(added.map(({ item, ms }) => [item.name, ms])).toEqual([["ended", 7]]);
  ends[1]?.({ kind: "cancelled", ms: 9 });
  await running;
  expect(added.map(({ item }) => item.name)).toEqual(["ended", "running"]);
});
