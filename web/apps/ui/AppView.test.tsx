// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { methodNotFound, startReplies } from "../../../e2e/servers/replies.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { restoreServer, storeServer } from "../../app/persistence/storedServer.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import type { DoneRun } from "../../calls/store/run.ts";
import { runOf } from "../../calls/store/runs.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { readItem } from "../../servers/store/catalog/items.ts";
import type { Server } from "../../servers/store/server.ts";
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

/** Calls the tool of a server, which has an app. */
async function callTool() {
  const server = await openServer(undefined, () => ({}));
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  const { calls } = tab.stores;
  const { serverId } = view.connection;
  const call = async () => {
    await calls.invoke.run(view, item);
    return runOf(calls.runs.getState(), serverId, "tool show") as DoneRun;
  };
  /** What the server was asked for since the call. */
  const reads = () => server.received.filter(({ method }) => method === "resources/read").length;
  return { ...server, tab, view, serverId, call, reads, done: await call() };
}

const frames = () => [...document.querySelectorAll("iframe")];
/** The page has one frame that is not on its way out. */
const shownFrame = () => waitFor(() => expect(frames().filter((it) => !it.hidden)).toHaveLength(1));

test("an app loads although React mounts its component twice, and ends with its server", async () => {
  const { tab, view, done, serverId } = await callTool();
  const app = <AppView view={view} item={item} done={done} uri={uri} />;
  const { unmount } = renderInTab(<StrictMode>{app}</StrictMode>, tab);
  await shownFrame();
  expect(tab.stores.apps.getState().open).toHaveLength(1);
  unmount();
  tab.stores.connections.opener.discard(serverId);
  expect(tab.stores.apps.getState().open).toEqual([]);
  await waitFor(() => expect(frames()).toEqual([]));
});

test("an app that is left and shown again is the same app, until a further call or the end of its server", async () => {
  const { tab, view, done, call, reads } = await callTool();
  const { apps } = tab.stores;
  const show = (of: DoneRun) =>
    renderInTab(<AppView view={view} item={item} done={of} uri={uri} />, tab);
  const first = show(done);
  await shownFrame();
  await first.user.click(screen.getByRole("radio", { name: "Dark" }));
  const [open] = apps.getState().open;
  first.unmount();
  expect(apps.getState().open).toMatchObject([{ id: open?.id, isSeen: false }]);
  // this browser cannot move a frame, so the app is loaded again
  await waitFor(() => expect(open?.app.getState().frame).toBeUndefined());

  show(done);
  expect(apps.getState().open).toMatchObject([{ id: open?.id, isSeen: true }]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Dark" }).checked).toBe(true);
  await shownFrame();
  cleanup();

  show(await call());
  await shownFrame();
  expect(apps.getState().open).toHaveLength(1);
  expect(apps.getState().open[0]?.id).not.toBe(open?.id);
  expect(open?.app.getState().frame).toBeUndefined();
  await waitFor(() => expect(reads()).toBe(3));
  cleanup();
  tab.stores.connections.connector.disconnect();
  await waitFor(() => expect(apps.getState().open).toEqual([]));
  expect(reads()).toBe(3);
});

test("apps that nothing shows go on running, the four newest of them", async () => {
  const { tab, view, done } = await callTool();
  const { apps } = tab.stores;
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) {
    const other = readItem("tool", { name, inputSchema: { type: "object" } });
    renderInTab(<AppView view={view} item={other} done={done} uri={uri} />, tab).unmount();
  }
  expect(apps.getState().open.map(({ call }) => call.toolName)).toEqual(names.slice(2));
});

test("a tool with an app shows its result as the app first; what the user chose instead outlives the page", async () => {
  const tab = createTab();
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const { calls, servers } = tab.stores;
  const tool = { kind: "tool", name: "show_steps" } as const;
  tab.stores.view.openItem(tool);
  const first = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await first.user.click(await screen.findByRole("button", { name: "Call tool" }));
  await screen.findByRole("region", { name: "App" });
  await first.user.click(screen.getByRole("radio", { name: "Content" }));
  first.unmount();

  const { serverId } = view.connection;
  const call = () => act(() => calls.invoke.run(view, readItem("tool", tool)));
  await call();
  const second = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const app = await screen.findByRole<HTMLInputElement>("radio", { name: "App" });
  expect(app.checked).toBe(false);
  const server = servers.all.getState().open.get(serverId) as Server;
  const stored = JSON.parse(JSON.stringify(storeServer(tab.stores, server, 0)));
  const restored = restoreServer(createTab().stores, stored, undefined, 0);
  expect(restored.server.settings.toolsWithoutApp).toEqual(["show_steps"]);
  await second.user.click(app);
  second.unmount();

  await call();
  renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "App" });
});

test("an error of a tool with an app is shown as it is", async () => {
  const failing = { name: "show", inputSchema: {}, _meta: { ui: { resourceUri: uri } } };
  const { url, close } = await startReplies({}, ({ method }) => {
    if (method === "tools/list") return { result: { tools: [failing] } };
    if (method !== "tools/call") return methodNotFound;
    return { result: { isError: true, content: [{ type: "text", text: "No steps" }] } };
  });
  onTestFinished(close);
  const tab = createTab();
  const view = await connectTab(tab, url);
  tab.stores.view.openItem({ kind: "tool", name: "show" });
  await act(() => tab.stores.calls.invoke.run(view, item));
  renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const app = await screen.findByRole<HTMLInputElement>("radio", { name: "App" });
  expect(app.checked).toBe(false);
  expect(screen.queryByRole("region", { name: "App" })).toBeNull();
});
