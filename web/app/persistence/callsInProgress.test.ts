import { expect, test, vi } from "vitest";
import { createManualClock } from "../../../shared/core/manualClock.fixture.ts";
import { createPendingCalls } from "../../calls/store/pendingCalls.fixture.ts";
import { createRuns } from "../../calls/store/runs.ts";
import { readCallsInProgress, storeCallsInProgress } from "./callsInProgress.ts";
import { createMemoryItems } from "./persistence.fixture.ts";

test("a call counts from its start until the page has stored its end", async () => {
  const { items } = createMemoryItems();
  const { ends, context } = createPendingCalls();
  const clock = createManualClock();
  const runs = createRuns(clock);
  const isStored = (count: number) =>
    vi.waitFor(async () => expect(await readCallsInProgress(items)).toBe(count));
  await items.write("under way", 7);
  storeCallsInProgress({ runs, items, clock });
  await isStored(0);
  const calls = [runs.start(context("a"), "{}"), runs.start(context("b"), "{}")];
  await isStored(2);
  for (const end of ends) end({ kind: "cancelled", ms: 1 });
  await Promise.all(calls);
  // as after a reload, which ends the requests itself
  expect(await readCallsInProgress(items)).toBe(2);
  clock.advance(250);
  await isStored(0);
  const last = runs.start(context("a"), "{}");
  await isStored(1);
  ends.at(-1)?.({ kind: "cancelled", ms: 1 });
  await last;
});
