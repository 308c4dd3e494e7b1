import { expect, test } from "vitest";
import type { Entry } from "../../../../shared/log/entry.ts";
import { createRowScene } from "./rows.fixture.ts";
import { isGroup } from "./tree/rowGroup.ts";
import { isRequestRow, keyOf, visibleRows } from "./visibleRows.ts";

const log = { method: "notifications/message", params: { level: "info", data: "x" } };

function createScene() {
  const scene = createRowScene();
  const show = (toggled: readonly string[] = [], selectedSeq?: number) => {
    const rows = scene.rows();
    const selected = selectedSeq === undefined ? undefined : scene.index.entry(selectedSeq);
    const visible = visibleRows(rows, new Set(toggled), selected);
    return { ...visible, keys: visible.rows.map(({ item }) => keyOf(item)), selected };
  };
  return { ...scene, show };
}

test("groups are closed until they are opened; parts come after their group", () => {
  const { out, received, show } = createScene();
  out({ id: 1, method: "tools/list" });
  received({ id: 1, result: { tools: [] } });
  received(log);
  received(log);
  expect(show().keys).toEqual(["exchange-0", "run-2"]);
  const open = show(["exchange-0", "run-2"]);
  expect(open.keys).toEqual(["exchange-0", "0", "1", "run-2", "2", "3"]);
  expect(open.rows.map(({ around }) => around.length)).toEqual([0, 1, 1, 0, 1, 1]);
  const [exchange, request, answer] = open.rows;
  expect(open.rows.map(isRequestRow)).toEqual([false, true, false, false, false, false]);
  expect(open.placeOf(request?.item as Entry)).toBe(0);
  expect(exchange && open.foldOf(exchange.item)).toEqual({ isOpen: true, isHeld: false });
  expect(answer && open.foldOf(answer.item)).toBeUndefined();
});

test("a selected part opens its exchange, but not a run", () => {
  const { out, received, show } = createScene();
  out({ id: 1, method: "tools/list" });
  received({ id: 1, result: { tools: [] } });
  received(log);
  received(log);
  const inExchange = show([], 1);
  expect(inExchange.keys).toEqual(["exchange-0", "0", "1", "run-2"]);
  expect(inExchange.placeOf(inExchange.selected)).toBe(2);
  const [exchange] = inExchange.rows;
  expect(exchange && inExchange.foldOf(exchange.item)).toEqual({ isOpen: true, isHeld: true });
  const inRun = show([], 3);
  expect(inRun.keys).toEqual(["exchange-0", "run-2"]);
  expect(inRun.placeOf(inRun.selected)).toBe(1);
  const inOpenRun = show(["run-2"], 3);
  expect(inOpenRun.placeOf(inOpenRun.selected)).toBe(3);
});

test("a part of an exchange in a closed run is shown by the run", () => {
  const { out, received, show } = createScene();
  for (const id of [1, 2]) {
    out({ id, method: "ping" });
    received({ id, result: {} });
  }
  const visible = show([], 3);
  expect(visible.keys).toEqual(["run-0"]);
  expect(visible.placeOf(visible.selected)).toBe(0);
  const open = show(["run-0"], 3);
  expect(open.keys).toEqual(["run-0", "exchange-0", "exchange-2", "2", "3"]);
  expect(open.rows.map(({ item }) => isGroup(item) && item.kind)).toEqual([
    "run",
    "exchange",
    "exchange",
    false,
    false,
  ]);
});

test("how a connection was made is one closed row, which is open if it failed", () => {
  const { append, received, show } = createScene();
  append({ kind: "connection", phase: "connecting", label: "a" });
  append({ kind: "process", event: { kind: "starting", command: ["a"] } });
  received(log);
  append({ kind: "connection", phase: "connected", label: "a" });
  expect(show().keys).toEqual(["setup-0", "2"]);
  expect(show(["setup-0"]).keys).toEqual(["setup-0", "1", "2"]);
  expect(show([], 1).keys).toEqual(["setup-0", "1", "2"]);
  const b = { connectionId: "b" };
  append({ kind: "connection", phase: "connecting", label: "b" }, b);
  append({ kind: "process", event: { kind: "not-started", reason: "no such file" } }, b);
  append({ kind: "connection", phase: "failed", label: "b" }, b);
  expect(show().keys).toEqual(["setup-0", "2", "setup-4", "5", "6"]);
});
