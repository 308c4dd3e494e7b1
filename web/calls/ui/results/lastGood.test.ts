import { expect, test } from "vitest";
import type { DoneRun, Run } from "../../store/run.ts";
import { lastGoodBefore } from "./lastGood.ts";

const run = (outcome: object, more: object = {}) => ({ kind: "done", outcome, ...more }) as DoneRun;
const good = () => run({ kind: "result", value: {} });
const toolError = (more: object = {}) => run({ kind: "result", value: { isError: true } }, more);
const error = () => run({ kind: "error", error: { code: -32603, message: "" } });

test("below an error is the newest good result before it", () => {
  const calls: Run[] = [good(), good(), error(), toolError(), good()];
  expect(lastGoodBefore(calls[3] as DoneRun, calls)).toBe(calls[1]);
  expect(lastGoodBefore(calls[2] as DoneRun, calls)).toBe(calls[1]);
});

test("none is below a good result, a cancelled call, an error that was compared, or the first one", () => {
  const cancelled = run({ kind: "cancelled" });
  const compared = toolError({ before: good() });
  const calls: Run[] = [good(), good(), cancelled, compared];
  for (const shown of [calls[1] as DoneRun, cancelled, compared]) {
    expect(lastGoodBefore(shown, calls)).toBeUndefined();
  }
  const first = toolError();
  expect(lastGoodBefore(first, [first, good()])).toBeUndefined();
});
