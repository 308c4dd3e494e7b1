import { expect, test } from "vitest";
import type { Entry } from "../../../../shared/log/entry.ts";
import { type Foldable, foldRows } from "./folds.ts";
import type { Rows } from "./rowList.ts";

const rows = (count: number) => ({
  entries: Array.from(
    { length: count },
    (_, seq) => ({ seq: seq + 10, connectionId: seq % 4 === 3 ? "b" : "a" }) as Entry,
  ),
  length: count,
  total: count,
});
const probe = { agreed: 16, parts: [11, 12, 15] };
const fold = (
  of: Rows,
  probes: Foldable["probes"],
  toggled: readonly number[] = [],
  selected?: number,
  headings: Foldable["headings"] = new Map(),
) => {
  const entry = of.entries.find(({ seq }) => seq === selected);
  return foldRows(of, { probes, headings }, new Set(toggled), entry);
};
const at = (of: Rows, seq: number) => of.entries[seq - 10] as Entry;
const places = ({ length, positionAt }: ReturnType<typeof fold>) =>
  Array.from({ length }, (_, place) => positionAt(place));

test("the parts of a probe are hidden until it is opened", () => {
  const closed = fold(rows(8), [probe]);
  expect(places(closed)).toEqual([0, 3, 4, 6, 7]);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(closed.placeOf)).toEqual([0, -1, -1, 1, 2, -1, 3, 4]);
  expect(closed.placeOf(-1)).toBe(-1);
  expect(closed.foldOf(at(rows(8), 16))).toEqual({ isOpen: false, count: 3 });
  expect(closed.foldOf(at(rows(8), 11))).toBeUndefined();
  const open = fold(rows(8), [probe], [16]);
  expect(places(open)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(open.foldOf(at(rows(8), 16))).toEqual({ isOpen: true, count: 3 });
});

test("a selected part opens its fold", () => {
  expect(fold(rows(8), [probe], [], 12).length).toBe(8);
  expect(fold(rows(8), [probe], [], 13).length).toBe(5);
});

test("without its heading, or without its parts, nothing is folded", () => {
  expect(fold(rows(5), [probe]).length).toBe(5);
  const cleared = fold(rows(8), [{ agreed: 16, parts: [1, 2] }]);
  expect([cleared.length, cleared.foldOf(at(rows(8), 16))]).toEqual([8, undefined]);
});

test("several probes are folded", () => {
  const two = fold(rows(12), [probe, { agreed: 20, parts: [18, 19] }]);
  expect(places(two)).toEqual([0, 3, 4, 6, 7, 10, 11]);
  expect(two.placeOf(11)).toBe(6);
});

test("a closed connection shows only its heading, unless one of its rows is selected", () => {
  // rows 3, 7 and 11 belong to b
  const headings = new Map([
    ["a", 10],
    ["b", 13],
  ]);
  const open = fold(rows(12), [probe], [], undefined, headings);
  expect(open.length).toBe(9);
  expect(open.foldOf(at(rows(8), 13))).toEqual({ isOpen: true, count: undefined });
  const withoutA = fold(rows(12), [probe], [10], undefined, headings);
  expect(places(withoutA)).toEqual([0, 3, 7, 11]);
  expect([0, 1, 3, 4, 11].map(withoutA.placeOf)).toEqual([0, -1, 1, -1, 3]);
  expect(withoutA.foldOf(at(rows(8), 10))).toEqual({ isOpen: false, count: undefined });
  const withoutB = fold(rows(12), [probe], [13], undefined, headings);
  expect(places(withoutB)).toEqual([0, 3, 4, 6, 8, 9, 10]);
  expect(fold(rows(12), [probe], [13], 17, headings).length).toBe(9);
  expect(fold(rows(12), [probe], [13], 13, headings).length).toBe(7);
});
