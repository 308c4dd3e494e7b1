import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { parseFilter } from "../../../../shared/log/filter.ts";
import { classify } from "../../../../shared/protocol/jsonRpc.ts";
import { createLogIndex } from "./logIndex.ts";
import { createRowList } from "./rowList.ts";
import { createSteppedRowList } from "./steppedRowList.ts";

/** A log of notifications, each about its own number, and a list whose slices end when the test says so. */
function createScene(filterText: string) {
  const log = createEventLog({ now: () => 0 });
  const index = createLogIndex();
  let now = 0;
  const paused: (() => void)[] = [];
  const list = createSteppedRowList(
    (from) => createRowList(index, parseFilter(filterText), undefined, from),
    // each look at the clock is a slice of its own
    () => (now += 10),
    () => new Promise<void>((resolve) => paused.push(resolve)),
  );
  const add = (count: number) => {
    for (let at = 0; at < count; at++) {
      const text = { jsonrpc: "2.0", method: `m/${log.snapshot().length}` };
      const message = { kind: "message", carrier: "stdio", batch: false, direction: "in" } as const;
      log.append(
        { ...message, connectionId: "c", exchangeId: undefined, heads: [classify(text)] },
        encodeText(JSON.stringify(text)),
      );
    }
  };
  const rows = () => {
    index.update(log.snapshot());
    return list.update(log.snapshot());
  };
  /** Lets one slice run. */
  const slice = async () => {
    paused.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { add, rows, list, slice, paused };
}

test("few entries are read at once, and so is what a flood adds", () => {
  const { add, rows, list } = createScene("");
  add(500);
  expect(rows().count).toBe(500);
  add(8000);
  expect(rows().count).toBe(8500);
  expect(list.isBehind()).toBe(false);
});

test("of many entries the newest are shown first, then all, read in slices", async () => {
  const { add, rows, list, slice, paused } = createScene("");
  add(20_000);
  expect(rows().count).toBe(3000);
  expect(list.isBehind()).toBe(true);
  let reports = 0;
  const stop = list.subscribe(() => reports++);
  for (let slices = 0; list.isBehind(); slices++) {
    expect(slices).toBeLessThan(20_000);
    await slice();
  }
  while (paused.length > 0) await slice();
  expect(reports).toBeGreaterThan(0);
  expect(rows().count).toBe(20_000);
  stop();
});

test("where the newest entries do not match, the rows found so far are shown", async () => {
  const { add, rows, list, slice } = createScene("method:/^m.5$/");
  add(20_000);
  expect(rows().count).toBe(0);
  const stop = list.subscribe(() => {});
  await slice();
  expect(list.isBehind()).toBe(true);
  expect(rows().count).toBe(1);
  stop();
});

test("nothing is read while nobody listens", async () => {
  const { add, rows, list, paused } = createScene("");
  add(20_000);
  rows();
  expect(paused).toEqual([]);
  const stop = list.subscribe(() => {});
  expect(paused).toHaveLength(1);
  stop();
  paused[0]?.();
  await Promise.resolve();
  expect(list.isBehind()).toBe(true);
  expect(paused).toHaveLength(1);
});
