import { expect, test } from "vitest";
import { createRowScene } from "./rows.fixture.ts";
import { createRangeFilter } from "./rowsInRange.ts";
import { entryOf } from "./tree/rowGroup.ts";

function createScene() {
  const scene = createRowScene();
  const inRange = createRangeFilter(scene.index);
  const call = (id: number, from: number, to?: number) => {
    scene.out({ id, method: "tools/call", params: { name: `t${id}` } }, { at: from });
    if (to !== undefined) scene.received({ id, result: {} }, { at: to });
  };
  const rowsIn = (from: number, to: number) => {
    const rows = inRange(scene.rows(), { from, to, zero: 0, isRecorded: false });
    return [rows.top.map((item) => entryOf(item).at), rows.count];
  };
  return { ...scene, call, rowsIn };
}

test("an exchange is in the time if any part of it is, also one that goes on", () => {
  const { call, rowsIn } = createScene();
  call(1, 100, 200);
  call(2, 150, 400);
  call(3, 160);
  call(4, 450, 500);
  expect(rowsIn(300, 420)).toEqual([[150, 160], 3]);
  expect(rowsIn(900, 950)).toEqual([[160], 1]);
});

test("what was in the time because it went on leaves it once it has ended before", () => {
  const { call, received, rowsIn } = createScene();
  call(1, 100);
  expect(rowsIn(300, 400)).toEqual([[100], 1]);
  received({ id: 1, result: {} }, { at: 250 });
  expect(rowsIn(300, 400)).toEqual([[], 0]);
});

test("entries of their own are in the time in which they were", () => {
  const { received, rowsIn } = createScene();
  received({ method: "notifications/tools/list_changed" }, { at: 100 });
  received({ method: "notifications/roots/list_changed" }, { at: 300 });
  expect(rowsIn(200, 400)).toEqual([[300], 1]);
});
