import { expect, test, vi } from "vitest";
import type { Connected } from "../../../shared/client/connected.ts";
import type { Outcome } from "../../../shared/client/session/outcome.ts";
import { createRuns } from "../invocations/runs.ts";
import { createMemoryItems } from "./persistence.fixture.ts";
import { readUnderWay, storeUnderWay } from "./underWay.ts";

/** A connection whose requests are answered when the test says so. */
function createConnection() {
  const ends: ((outcome: Outcome) => void)[] = [];
  const client = {
    run() {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      ends.push(resolve);
      return { entry: { seq: ends.length, at: 0, heads: [] }, done: promise, cancel() {} };
    },
  } as unknown as Connected;
  const tasks = { keep() {}, forget() {}, all: () => [] } as never;
  return { ends, context: (key: string) => ({ recordId: "r", key, client, tasks }) };
}

test("a call counts once it begins, and until the page had time to store that it ended", async () => {
  const { items } = createMemoryItems();
  const runs = createRuns();
  const { ends, context } = createConnection();
  let elapse = () => {};
  const clock = {
    after(_: number, action: () => void) {
      elapse = action;
      return () => {
        elapse = () => {};
      };
    },
  };
  const isStored = (count: number) =>
    vi.waitFor(async () => expect(await readUnderWay(items)).toBe(count));
  await items.write("under way", 7);
  storeUnderWay({ runs, items, clock });
  await isStored(0);
  const calls = [runs.start(context("a"), "{}"), runs.start(context("b"), "{}")];
  await isStored(2);
  for (const end of ends) end({ kind: "cancelled", ms: 1 });
  await Promise.all(calls);
  // as after a reload, which ends the requests itself
  expect(await readUnderWay(items)).toBe(2);
  elapse();
  await isStored(0);
  const last = runs.start(context("a"), "{}");
  await isStored(1);
  ends.at(-1)?.({ kind: "cancelled", ms: 1 });
  await last;
});
