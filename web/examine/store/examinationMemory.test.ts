import { expect, test } from "vitest";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createExaminationMemory, nothingRemembered } from "./examinationMemory.ts";
import { groupRows, judgeRows } from "./verdictGroups.ts";
import type { ShownOutcome, VerdictRow } from "./verdictRows.ts";

const address = "http://a/mcp";
const rules = scenarios.slice(0, 4);
const idOf = (at: number) => rules[at]?.id ?? "";

function rowsOf(outcomes: readonly ShownOutcome[]): readonly VerdictRow[] {
  return rules.map((scenario, at) => {
    const outcome = outcomes[at] ?? "passed";
    const verdict = { outcome: "passed", evidence: [] } as const;
    const worst = { scenario, revision: "2025-11-25", verdict, ms: 0 } as const;
    return { scenario, outcome, byRevision: new Map(), worst };
  });
}

const outcomesOf = (outcomes: readonly ShownOutcome[]) =>
  Object.fromEntries(rules.map(({ id }, at) => [id, outcomes[at] ?? "passed"]));

test("examinations are remembered by server, newest first, and bounded", () => {
  const storage = createMemoryStorage();
  const memory = createExaminationMemory(storage);
  for (let at = 1; at <= 12; at++) memory.add(address, { at, outcomes: outcomesOf([]) });
  memory.add("http://b/mcp", { at: 1, outcomes: {} });
  // the newest is replaced when one of its scenarios ran again
  memory.add(address, { at: 12, outcomes: outcomesOf(["violation"]) });
  const again = createExaminationMemory(storage).getState().get(address)?.past ?? [];
  expect(again.map(({ at }) => at)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(again[0]?.outcomes[idOf(0)]).toBe("violation");
  for (let at = 0; at < 25; at++) memory.add(`http://host-${at}/`, { at, outcomes: {} });
  expect(memory.getState().size).toBe(20);
  expect(memory.getState().has(address)).toBe(false);
});

test("two tabs do not lose what the other has written", () => {
  const storage = createMemoryStorage();
  const [one, other] = [createExaminationMemory(storage), createExaminationMemory(storage)];
  one.setExpected(address, "ping", true);
  other.add(address, { at: 1, outcomes: {} });
  expect(other.getState().get(address)).toEqual({
    past: [{ at: 1, outcomes: {} }],
    expected: ["ping"],
  });
});

test.each([
  "{",
  "7",
  '[["http://a/mcp",{"past":[{"at":1,"outcomes":{"ping":"<b>"}}],"expected":[]}]]',
  '[["http://a/mcp",{"past":[],"expected":[7]}]]',
  '[[{}, {"past":[],"expected":[]}]]',
])("whatever else is in the storage does no harm: %s", (text) => {
  const storage = createMemoryStorage();
  storage.setItem("mcp-playground.examinations", text);
  expect(createExaminationMemory(storage).getState().size).toBe(0);
});

test("what is new and what is gone since the examination before", () => {
  const past = [
    // of the examination itself
    { at: 5, outcomes: outcomesOf(["violation", "passed", "warning", "could-not-run"]) },
    { at: 3, outcomes: outcomesOf(["passed", "warning", "violation", "could-not-run"]) },
    { at: 1, outcomes: outcomesOf(["violation"]) },
  ];
  const now = rowsOf(["violation", "passed", "warning", "violation"]);
  const rows = judgeRows(now, { past, expected: [] }, 5);
  expect(rows.map(({ change }) => change)).toEqual(["new", "gone", undefined, undefined]);
  expect(rows[0]?.past).toEqual([
    { at: 3, outcome: "passed" },
    { at: 1, outcome: "violation" },
  ]);
  expect(judgeRows(now, nothingRemembered, 5).some(({ change }) => change)).toBe(false);
});

test("expected findings do not count, and an expectation that nothing meets fails", () => {
  const expected = [idOf(0), idOf(1)];
  const rows = judgeRows(rowsOf(["violation", "passed", "warning"]), { past: [], expected }, 1);
  const groups = groupRows(rows).flatMap(([group, of]) =>
    of.map(({ scenario }) => [group, scenario.id]),
  );
  expect(groups).toEqual([
    ["violation", idOf(1)],
    ["warning", idOf(2)],
    ["expected", idOf(0)],
    ["passed", idOf(3)],
  ]);
});
