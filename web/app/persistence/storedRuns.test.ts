import { expect, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { createPendingCalls } from "../../calls/store/pendingCalls.fixture.ts";
import { createRuns } from "../../calls/store/runs.ts";
import { restoredRuns, storedRuns } from "./storedRuns.ts";

test("a call says after a reload who made it", async () => {
  const runs = createRuns(systemClock);
  const { ends, context } = createPendingCalls();
  const initiator = { kind: "model", id: "one" } as const;
  const called = runs.start({ ...context("tool a"), initiator }, "{}");
  ends[0]?.({ kind: "cancelled", ms: 1 });
  await called;
  const stored = JSON.parse(JSON.stringify(storedRuns(runs.getState(), "r", 1000)));
  const [[key, run] = []] = restoredRuns(stored, 2000);
  expect(key).toBe("tool a");
  expect(run).toMatchObject({ kind: "done", initiator });
});
