import { expect, test } from "vitest";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { createLayout, readLayout } from "./layout.ts";

const initial = readLayout(null);

test("keeps everything but the pane of a small screen", () => {
  const storage = createBrowserStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const layout = createLayout(storage);
  const sizes = { columns: { explorer: 20, work: 80 } };
  layout.moveTraffic("below");
  layout.showTraffic();
  layout.openExplorer(false);
  layout.resize("columns", sizes.columns);
  expect(createLayout(storage).getState()).toEqual({
    ...initial,
    explorerOpen: false,
    trafficSide: "below",
    sizes,
  });
});

test.each([
  ["nothing", null],
  ["broken text", "{"],
  ["an array", "[]"],
  ["null", "null"],
  ["wrong types", JSON.stringify({ explorerOpen: 1, trafficSide: "up", sizes: 3 })],
  [
    "sizes that are none",
    JSON.stringify({ sizes: { columns: { explorer: 0, work: "9" }, right: [1] } }),
  ],
  ["other groups", JSON.stringify({ sizes: { __proto__: { a: 1 }, elsewhere: { a: 1 } } })],
])("starts afresh from %s", (_, text) => {
  expect(readLayout(text)).toEqual(initial);
});
