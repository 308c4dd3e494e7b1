import { expect, test } from "vitest";
import type { Entry } from "../../../../shared/log/entry.ts";
import { foldRows } from "./folds.ts";

const rows = (count: number) => ({
  entries: Array.from({ length: count }, (_, seq) => ({ seq: seq + 10 }) as Entry),
  length: count,
  total: count,
});
const probe = { agreed: 16, parts: [11, 12, 15] };
const places = ({ length, positionAt }: ReturnType<typeof foldRows>) =>
  Array.from({ length }, (_, place) => positionAt(place));

test("the parts of a probe are left out until it is opened", () => {
  const closed = foldRows(rows(8), [probe], new Set(), undefined);
  expect(places(closed)).toEqual([0, 3, 4, 6, 7]);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(closed.placeOf)).toEqual([0, -1, -1, 1, 2, -1, 3, 4]);
  expect(closed.placeOf(-1)).toBe(-1);
  expect(closed.foldOf(16)).toEqual({ isOpen: false, count: 3 });
  expect(closed.foldOf(11)).toBeUndefined();
  const open = foldRows(rows(8), [probe], new Set([16]), undefined);
  expect(places(open)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(open.foldOf(16)).toEqual({ isOpen: true, count: 3 });
});

test("a selected part opens its fold", () => {
  expect(foldRows(rows(8), [probe], new Set(), 12).length).toBe(8);
  expect(foldRows(rows(8), [probe], new Set(), 13).length).toBe(5);
});

test("without its heading, or without its parts, nothing is folded", () => {
  expect(foldRows(rows(5), [probe], new Set(), undefined).length).toBe(5);
  const cleared = foldRows(rows(8), [{ agreed: 16, parts: [1, 2] }], new Set(), undefined);
  expect([cleared.length, cleared.foldOf(16)]).toEqual([8, undefined]);
});

test("several folds add up", () => {
  const two = foldRows(rows(12), [probe, { agreed: 20, parts: [18, 19] }], new Set(), undefined);
  expect(places(two)).toEqual([0, 3, 4, 6, 7, 10, 11]);
  expect(two.placeOf(11)).toBe(6);
});
