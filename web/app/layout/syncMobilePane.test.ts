import { expect, test } from "vitest";
import { createTab } from "../stores/tab.fixture.ts";
import { createLayout } from "./layout.ts";
import { syncMobilePane } from "./syncMobilePane.ts";

function setUp() {
  const { stores } = createTab();
  const layout = createLayout({ getItem: () => null, setItem: () => {}, removeItem: () => {} });
  syncMobilePane(stores, layout);
  layout.showTraffic();
  return { view: stores.view, pane: () => layout.getState().pane };
}

test("a request that is opened in Sampling is visible, also if Sampling was open before", () => {
  const { view, pane } = setUp();
  expect(pane()).toBe("traffic");
  view.openSampling({ kind: "scratch", id: "a" });
  expect(pane()).toBe("workbench");
  view.selectEntry(1);
  expect(pane()).toBe("traffic");
  view.openSampling({ kind: "scratch", id: "b" });
  expect(pane()).toBe("workbench");
});
