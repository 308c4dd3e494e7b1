import { expect, test } from "vitest";
import { createOrigin } from "../../app/persistence/persistence.fixture.ts";
import { createCallHistory } from "../../calls/store/history/callHistory.ts";

const half = (fill: number) => new Uint8Array(32).fill(fill);

/** A page of a relay that this tab is paired with. */
function openPaired(origin: ReturnType<typeof createOrigin>, fill = 1) {
  const { items, pair } = origin.openAtRelay(half(fill));
  pair();
  return items;
}

test("a later program at the port of a relay reads nothing of what the relay's page stored", async () => {
  const origin = createOrigin();
  const items = openPaired(origin);
  expect(await items.write("content", { result: "secret" })).toBe(true);
  expect(await origin.openAlone().read("content")).toBeUndefined();
  expect(await openPaired(origin, 2).read("content")).toBeUndefined();
  expect(await openPaired(origin).read("content")).toEqual({ result: "secret" });
});

test("what another program stored at the address of a relay is not read by the relay's page", async () => {
  const origin = createOrigin();
  await origin.openAlone().write("content", "planted");
  await openPaired(origin, 2).write("servers", "planted");
  const items = openPaired(origin);
  expect(await items.read("content")).toBeUndefined();
  expect(await items.read("servers")).toBeUndefined();
  const calls = createCallHistory(items, () => "id");
  await calls.load();
  expect(calls.calls.getState().calls).toEqual([]);
});

test("what was stored with the browser's half alone is deleted once the tab is paired", async () => {
  const origin = createOrigin();
  await origin.openAlone().write("content", "former");
  await origin.openAlone().write("log 1", "former");
  const items = openPaired(origin);
  await items.write("log 2", "new");
  expect(await items.names()).toEqual(["log 2"]);
  // written by another program after the relay's page was there
  await origin.openAlone().write("content", "planted");
  expect(await openPaired(origin).read("content")).toBeUndefined();
  expect(await openPaired(origin).read("log 2")).toBe("new");
});

test("a tab of a relay's page without a session neither reads nor writes", async () => {
  const origin = createOrigin();
  await openPaired(origin).write("content", "kept");
  const { items, pair } = origin.openAtRelay(half(1));
  const before = new Map(origin.stored);
  expect(await items.isReady()).toBe(false);
  expect(await items.read("content")).toBeUndefined();
  expect(await items.write("content", "new")).toBe(false);
  expect(items.problem.getState().problem).toBe("relay-needed");
  expect(origin.stored).toEqual(before);
  pair();
  await items.ready();
  expect(await items.isReady()).toBe(true);
  expect(await items.read("content")).toBe("kept");
  expect(await items.write("content", "new")).toBe(true);
  expect(items.problem.getState().problem).toBeUndefined();
});

test("a page without a relay uses the browser's half", async () => {
  const origin = createOrigin();
  const items = origin.openAlone();
  expect(await items.isReady()).toBe(true);
  await items.write("content", "kept");
  expect(await origin.openAlone().read("content")).toBe("kept");
});
