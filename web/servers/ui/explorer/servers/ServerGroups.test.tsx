// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { createRef } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../../../e2e/servers/sessions.ts";
import { connectTab } from "../../../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings, shown } from "../../../../app/stores/tab.fixture.ts";
import { itemKey } from "../../../../calls/store/drafts.ts";
import { runOf } from "../../../../calls/store/runs.ts";
import { pick, renderInTab } from "../../../../component.fixture.tsx";
import { Explorer } from "../Explorer.tsx";

/** Two real servers: the first with the tool `ask`, the second, which is active, with `region`. */
async function openTwo() {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const tab = createTab();
  const onOpen = vi.fn();
  const filterRef = createRef<HTMLInputElement>();
  const rendered = renderInTab(<Explorer filterRef={filterRef} onOpen={onOpen} />, tab);
  const { connections } = tab.stores;
  await connectTab(tab, one.url);
  tab.stores.view.showStart();
  await connectTab(tab, other.url);
  const ids = [...tab.stores.servers.all.getState().open.keys()] as [string, string];
  onTestFinished(() => ids.forEach(connections.opener.close));
  await screen.findByRole("listbox", { name: "Tools" });
  await screen.findByRole("listbox", { name: "Tools of sessions-server" });
  const activeId = () => tab.stores.servers.all.getState().activeId;
  return { ...rendered, onOpen, other, ids, activeId, connections };
}

const groups = () =>
  screen.getAllByRole("group").map((group) => group.getAttribute("aria-label") ?? "");
const group = (name: string) => screen.getByRole("group", { name });
const menuOf = (name: string) => screen.getByRole("button", { name: `Actions for ${name}` });
const filter = () => screen.getByRole("searchbox", { name: "Filter" });

test("each server is a group; the lists of the active one have the plain names", async () => {
  const { user, ids, activeId, stores } = await openTwo();
  expect(groups()).toEqual(["sessions-server", "modern-server"]);
  const title = within(group("modern-server")).getByRole("button", { name: /^modern-server/ });
  expect(title.getAttribute("aria-current")).toBe("true");
  expect(title.textContent).toContain("Connected");

  // selecting an item makes its server the active one
  await user.click(within(group("sessions-server")).getByRole("option", { name: /^ask/ }));
  expect(activeId()).toBe(ids[0]);
  expect(shown(stores).selection).toEqual({ kind: "tool", name: "ask" });
  const tools = screen.getByRole("listbox", { name: "Tools" });
  expect(within(tools).getByRole("option", { name: /^ask/ }).ariaSelected).toBe("true");
  expect(screen.getByRole("listbox", { name: "Tools of modern-server" })).toBeDefined();
});

test("a group folds away, and its title shows the server", async () => {
  const { user, ids, activeId, stores } = await openTwo();
  await user.click(screen.getByRole("button", { name: "Lists of modern-server" }));
  expect(screen.queryByRole("listbox", { name: "Tools" })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^sessions-server/ }));
  expect(activeId()).toBe(ids[0]);
  stores.view.openItem({ kind: "tool", name: "ask" });
  await user.click(screen.getByRole("button", { name: /^sessions-server/ }));
  expect(shown(stores).selection).toBeUndefined();
});

test("the filter ranks all servers; Enter opens the first hit, Down and Up move in and out", async () => {
  const { user, ids, activeId, stores, onOpen } = await openTwo();
  await user.type(filter(), "rgn");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  expect(screen.getByRole("option").textContent).toContain("region");
  expect(screen.queryByRole("listbox", { name: "Tools of sessions-server" })).toBeNull();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(onOpen).toHaveBeenCalledTimes(1));
  expect(shown(stores).selection).toEqual({ kind: "tool", name: "region" });
  expect(stores.view.getState().takesFocus).toBe(true);

  await user.clear(filter());
  await user.type(filter(), "ask");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("listbox"));
  expect(activeId()).toBe(ids[0]);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("ask");
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(filter());
});

test("a server is renamed and moved with the keyboard", async () => {
  const { user } = await openTwo();
  await pick(user, menuOf("modern-server"), /^Rename/);
  const field = await screen.findByRole("textbox", { name: "Name of the server" });
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, "Staging{Enter}");
  await waitFor(() => expect(groups()).toEqual(["sessions-server", "Staging"]));
  const title = () => screen.getByRole("button", { name: /^Staging/ });
  await waitFor(() => expect(document.activeElement).toBe(title()));
  await user.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
  expect(groups()).toEqual(["Staging", "sessions-server"]);
  expect(document.activeElement).toBe(title());
  await pick(user, menuOf("Staging"), /^Move down/);
  expect(groups()).toEqual(["sessions-server", "Staging"]);
});

test("closing asks while a call is in progress, and does not affect the other server", async () => {
  const { user, ids, activeId, stores } = await openTwo();
  stores.view.openItem({ kind: "tool", name: "wait" });
  stores.calls.invoke.runSelected();
  const run = () => runOf(stores.calls.runs.getState(), ids[1], wait);
  const wait = itemKey({ kind: "tool", name: "wait" });
  await waitFor(() => expect(run()?.kind).toBe("running"));
  await waitFor(() => expect(group("modern-server").textContent).toContain("1 call"));
  await pick(user, menuOf("modern-server"), /^Close/);
  const question = await screen.findByRole("alertdialog", { name: "Close modern-server?" });
  expect(question.textContent).toContain("1 call is in progress");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(groups()).toHaveLength(2);
  stores.servers.all.rename(ids[1], `\u202e${"x".repeat(200)}`);
  await pick(
    user,
    screen.getAllByRole("button", { name: /^Actions for/ })[1] as HTMLElement,
    /^Close/,
  );
  const escaped = await screen.findByRole("alertdialog", {
    name: `Close \\u{202e}${"x".repeat(53)} … (121 more characters) … ${"x".repeat(26)}?`,
  });
  await user.click(within(escaped).getByRole("button", { name: "Cancel" }));
  stores.servers.all.rename(ids[1], "");
  await waitFor(() => expect(groups()).toEqual(["sessions-server", "modern-server"]));
  await pick(user, menuOf("modern-server"), /^Close/);
  await user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Close" }),
  );
  await waitFor(() => expect(groups()).toEqual(["sessions-server"]));
  expect(activeId()).toBe(ids[0]);
  const { connection } = stores.servers.all.getState().open.get(ids[0]) ?? {};
  expect(connection?.state.getState().kind).toBe("connected");
});

test("a server is exported for each client, without its secrets", async () => {
  const { user, ids, connections, stores } = await openTwo();
  setSettings(stores, { headers: [["Authorization", "Bearer very-secret-token"]] });
  connections.opener.reopen(ids[1]);
  await screen.findByRole("listbox", { name: "Tools" });
  await pick(user, menuOf("modern-server"), /^Client configuration/);
  const dialog = await screen.findByRole("dialog", { name: "Client configuration" });
  const text = () => within(dialog).getByRole("region", { name: "Configuration" }).textContent;
  expect(JSON.parse(text() ?? "").mcpServers["modern-server"]).toMatchObject({ type: "http" });
  await pick(user, within(dialog).getByRole("combobox", { name: "Client" }), "Codex");
  await waitFor(() => expect(text()).toContain("[mcp_servers.modern-server]"));
  expect(text()).toContain("bearer_token_env_var");
  expect(text()).not.toContain("very-secret-token");
  await user.click(within(dialog).getByRole("checkbox", { name: "All open servers" }));
  await waitFor(() => expect(text()).toContain("[mcp_servers.sessions-server]"));
});

test("a second connection to the same server is a separate group", async () => {
  const { user, connections, stores } = await openTwo();
  await pick(user, menuOf("modern-server"), /^Connect a second time/);
  await waitFor(() =>
    expect(groups()).toEqual(["sessions-server", "modern-server", "modern-server (2)"]),
  );
  const { activeId } = stores.servers.all.getState();
  onTestFinished(() => connections.opener.close(activeId ?? ""));
});

test("list_changed updates in place and marks what is new", async () => {
  const { other, stores } = await openTwo();
  const tools = screen.getByRole("listbox", { name: "Tools" });
  stores.view.openItem({ kind: "tool", name: "region" });
  const before = within(tools).getAllByRole("option").length;
  other.addTool("brand-new");
  const added = await within(tools).findByRole("option", { name: /^brand-new/ });
  expect(added.textContent).toContain("new");
  expect(within(tools).getAllByRole("option")).toHaveLength(before + 1);
  expect(within(tools).getByRole("option", { name: /^region/ }).ariaSelected).toBe("true");
});
