// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import type { DoneRun } from "../../calls/store/run.ts";
import { runOf } from "../../calls/store/runs.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { readItem } from "../../servers/store/catalog/items.ts";
import { openServer, uri } from "../store/appServer.fixture.ts";
import { AppView } from "./AppView.tsx";

const item = readItem("tool", { name: "show", inputSchema: { type: "object" } });

test("a request of the app for a model's answer is announced above the app, which may fill the screen", async () => {
  const { url } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const { calls, inbox } = tab.stores;
  await calls.invoke.run(view, item);
  const { serverId, id: connectionId } = view.connection;
  const done = runOf(calls.runs.getState(), serverId, "tool show") as DoneRun;
  const { user } = renderInTab(<AppView view={view} item={item} done={done} uri={uri} />, tab);
  const card = within(screen.getByRole("region", { name: "App" }));
  expect(card.queryByText("The app asks a model.", { exact: false })).toBeNull();

  const asked = new AbortController();
  const input = { method: "sampling/createMessage", text: "{}", params: {}, seq: done.seq };
  await act(async () => {
    const asker = { serverId, connectionId, server: "apps" };
    void inbox.requests.ask(asker, { ...input, causedBy: done.seq, signal: asked.signal });
  });
  const note = await card.findByText("The app asks a model.", { exact: false });
  expect(note.closest("[role=status]")).not.toBeNull();
  tab.stores.servers.all.select(undefined);
  await user.click(card.getByRole("button", { name: "Show the request" }));
  expect(tab.stores.servers.all.getState().open.get(serverId)?.selection).toEqual({
    kind: "tool",
    name: "show",
  });
  asked.abort();
  await waitFor(() => expect(note.isConnected).toBe(false));
});

test.each([
  ["are one line until a step fails", false],
  ["open when a step fails", true],
])("the steps to an app %s", async (_, isGone) => {
  const { url } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const { calls } = tab.stores;
  await calls.invoke.run(view, item);
  const { serverId } = view.connection;
  const done = runOf(calls.runs.getState(), serverId, "tool show") as DoneRun;
  if (isGone) tab.stores.connections.connector.disconnect();
  const { user } = renderInTab(<AppView view={view} item={item} done={done} uri={uri} />, tab);
  const steps = await screen.findByRole("button", { name: "Why blank?" });
  await waitFor(() => expect(steps.textContent).toMatch(/of 13/));
  await waitFor(() => expect(steps.getAttribute("aria-expanded")).toBe(`${isGone}`));
  await user.click(steps);
  expect(steps.getAttribute("aria-expanded")).toBe(`${!isGone}`);
});

test("a result that an app can show says so, and the next results of the tool open as the app", async () => {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const { calls } = tab.stores;
  tab.stores.view.openItem({ kind: "tool", name: "show_steps" });
  const first = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await first.user.click(await screen.findByRole("button", { name: "Call tool" }));
  const open = await screen.findByRole("button", { name: "Open app" });
  expect(screen.queryByRole("region", { name: "App" })).toBeNull();
  await first.user.click(open);
  await screen.findByRole("region", { name: "App" });
  first.unmount();
  await act(() => calls.invoke.run(view, readItem("tool", { name: "show_steps" })));
  renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "App" });
  await first.user.click(screen.getByRole("radio", { name: "Content" }));
  expect(screen.queryByRole("button", { name: "Open app" })).toBeNull();
});
