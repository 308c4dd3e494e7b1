import { expect, test } from "vitest";
import type { EntryDraft } from "../../../../shared/log/entry.ts";
import { createEventLog, type EventLog } from "../../../../shared/log/eventLog.ts";
import { parseFilter } from "../../../../shared/log/filter.ts";
import { decodeMessages } from "../../../../shared/transport/decodeMessages.ts";
import { createLogIndex } from "./logIndex.ts";
import { createRowList, type RowList } from "./rowList.ts";
import { isGroup } from "./tree/rowGroup.ts";

function notify(log: EventLog, method: string, at = 0) {
  const text = JSON.stringify({ jsonrpc: "2.0", method });
  const { heads, batch } = decodeMessages(text);
  const draft = {
    kind: "message",
    carrier: "stdio",
    connectionId: "c",
    exchangeId: undefined,
    direction: "in",
    heads,
    batch,
  } as const;
  return log.append(draft, undefined, "c", at);
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

const seqsOf = ({ top }: ReturnType<RowList["update"]>) =>
  top.map((item) => (isGroup(item) ? item.head.seq : item.seq));

test("rows are counted, not entries", () => {
  const { log, update } = createScene();
  notify(log, "a");
  log.append(quiet);
  notify(log, "b");
  expect(update()).toMatchObject({ count: 2, total: 2 });
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
  expect(update()).toMatchObject({ count: 100, total: 200 });
});

test("without news the result is the same object", () => {
  const { log, update } = createScene("method:a");
  notify(log, "a");
  expect(update()).toBe(update());
});

test("the list starts over when the log is cleared", () => {
  const { log, update } = createScene("method:a");
  notify(log, "a");
  notify(log, "b");
  update();
  log.clear();
  expect(update()).toMatchObject({ count: 0, total: 0, top: [] });
  const entry = notify(log, "a");
  expect(update()).toMatchObject({ count: 1, total: 1 });
  expect(seqsOf(update())).toEqual([entry.seq]);
});

test("rows are in the order of their times, whatever the order of the log", () => {
  const { log, update } = createScene();
  const at = (time: number, method: string) => notify(log, method, time).seq;
  const [late, early, same] = [at(554, "a"), at(551, "b"), at(554, "c")];
  expect(seqsOf(update())).toEqual([early, late, same]);
});
