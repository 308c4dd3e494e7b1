// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings } from "../../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../../component.fixture.tsx";
import { findItem } from "../../store/catalog/queries.ts";
import type { ServerSettings } from "../../store/settings.ts";
import { ServerOverview } from "./ServerOverview.tsx";

async function render(revision: ServerSettings["revision"]) {
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  setSettings(tab.stores, { revision });
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const rendered = renderInTab(<ServerOverview view={view} />, tab);
  const section = await screen.findByRole("region", { name: "Tasks" });
  const button = (name: string | RegExp) => within(section).findByRole("button", { name });
  const row = (words: RegExp) => within(section).findByRole("row", { name: words });
  return { ...rendered, view, section, button, row };
}

test("the tasks of a server are listed, refreshed, cancelled and opened", async () => {
  const { view, user, section, button, row } = await render("2025-11-25");
  const start = (minutes: number) => {
    const params = { name: "bake_cake", arguments: { minutes, ask: false }, task: {} };
    return view.client.session.request("tools/call", JSON.stringify(params)).done;
  };
  await start(30);
  await user.click(await button("List tasks"));
  await row(/working/);
  await user.click(await button(/^Cancel task/));
  await row(/cancelled/);
  expect(within(section).queryByRole("button", { name: /^Cancel task/ })).toBeNull();

  await start(1);
  await user.click(await button("List tasks"));
  await user.click(await within(section).findByRole("switch", { name: "Poll" }));
  const completed = await row(/completed/);
  await user.click(within(completed).getByRole("button", { name: /^Result of task/ }));
  const result = await screen.findByRole("region", { name: "Result of a task" });
  await waitFor(() => expect(result.textContent).toMatch(/plain/));

  await fill(user, within(section).getByRole("textbox", { name: "Task id" }), "no-such-task");
  await user.click(await button("Find task"));
  await waitFor(() =>
    expect(within(section).getByRole("status").textContent).toMatch(/^tasks\/get: -32602/),
  );
});

test("where a server cannot list its tasks, those of this page are shown", async () => {
  const { view, user, stores, section, button, row } = await render("2026-07-28");
  expect(section.textContent).toContain("cannot list its tasks");
  const item = await waitFor(() => {
    const found = findItem(view, { kind: "tool", name: "bake_cake" });
    if (!found) throw new Error("not listed yet");
    return found;
  });
  void stores.calls.invoke.run(view, item);
  await row(/working/);
  await user.click(await button(/^Cancel task/));
  await row(/cancelled/);
});
