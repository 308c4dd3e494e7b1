import { expect, test } from "vitest";
import type { EntryDraft } from "../../../../shared/log/entry.ts";
import { createEventLog, type EventLog } from "../../../../shared/log/eventLog.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { parseFilter } from "../filter.ts";
import { createLogIndex } from "./logIndex.ts";
import { createRowList, positionOf, type RowList } from "./rowList.ts";

function notify(log: EventLog, method: string) {
  const text = JSON.stringify({ jsonrpc: "2.0", method });
  const { heads, batch } = decodeMessages(text);
  return log.append({
    kind: "message",
    carrier: "stdio",
    connectionId: "c",
    exchangeId: undefined,
    direction: "in",
    heads,
    batch,
  });
}

const quiet: EntryDraft = {
  kind: "stderr",
  connectionId: "c",
  exchangeId: undefined,
  direction: "in",
};

function createScene(filterText = "") {
  const log = createEventLog({ now: () => 0 });
  const index = createLogIndex();
  const filter = parseFilter(filterText);
  let checked = 0;
  const list: RowList = createRowList(
    index,
    filter && {
      ...filter,
      matches(subject) {
        checked++;
        return filter.matches(subject);
      },
    },
  );
  const update = () => {
    index.update(log.snapshot());
    return list.update(log.snapshot());
  };
  return { log, update, checked: () => checked };
}

test("rows are counted, not entries", () => {
  const { log, update } = createScene();
  notify(log, "a");
  log.append(quiet);
  notify(log, "b");
  expect(update()).toMatchObject({ length: 2, total: 2 });
});

test("the filter checks each entry once", () => {
  const { log, update, checked } = createScene("method:a");
  for (let round = 0; round < 100; round++) {
    notify(log, "a");
    notify(log, "b");
    update();
    update();
  }
  expect(checked()).toBe(200);
  expect(update()).toMatchObject({ length: 100, total: 200 });
});

test("an entry without a row does not change the result", () => {
  const { log, update } = createScene("method:a");
  notify(log, "a");
  const before = update();
  log.append(quiet);
  expect(update()).toBe(before);
});

test("rows that were returned keep their length while the log grows", () => {
  const { log, update } = createScene();
  notify(log, "a");
  const before = update();
  notify(log, "b");
  const after = update();
  expect([before.length, after.length]).toEqual([1, 2]);
  expect(after.entries).toBe(before.entries);
});

test("the list starts over when the log is cleared", () => {
  const { log, update } = createScene("method:a");
  notify(log, "a");
  notify(log, "b");
  update();
  log.clear();
  expect(update()).toMatchObject({ length: 0, total: 0 });
  const entry = notify(log, "a");
  expect(update()).toMatchObject({ length: 1, total: 1 });
  expect(positionOf(update(), entry.seq)).toBe(0);
});

test("a row is found by the sequence number of its entry", () => {
  const { log, update } = createScene("method:a");
  const seqs = ["a", "b", "a", "b", "a"].map((method) => notify(log, method).seq);
  const rows = update();
  expect(seqs.map((seq) => positionOf(rows, seq))).toEqual([0, -1, 1, -1, 2]);
  expect(positionOf(rows, undefined)).toBe(-1);
  expect(positionOf(rows, 99)).toBe(-1);
});
