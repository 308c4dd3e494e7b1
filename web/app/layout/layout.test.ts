import { expect, test } from "vitest";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { createLayout, readLayout } from "./layout.ts";

const initial = readLayout(null);

test("keeps everything but the pane of a small screen", () => {
  const storage = createBrowserStorage(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  const layout = createLayout(storage);
  layout.moveTraffic("below");
  layout.showTraffic();
  layout.openExplorer(false);
  layout.resizeExplorer(320);
  layout.resizeTraffic("below", 30);
  expect(createLayout(storage).getState()).toEqual({
    ...initial,
    explorerOpen: false,
    trafficSide: "below",
    explorerWidth: 320,
    trafficShares: { below: 30 },
  });
});

test.each([
  ["nothing", null],
  ["broken text", "{"],
  ["an array", "[]"],
  ["null", "null"],
  ["wrong types", JSON.stringify({ explorerOpen: 1, trafficSide: "up", trafficShares: 3 })],
  [
    "sizes that are none",
    JSON.stringify({ explorerWidth: 0, trafficShares: { right: "9", below: 100 } }),
  ],
  ["other sides", JSON.stringify({ trafficShares: { __proto__: { right: 1 }, elsewhere: 1 } })],
])("starts afresh from %s", (_, text) => {
  expect(readLayout(text)).toEqual(initial);
});
