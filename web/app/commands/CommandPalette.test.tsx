// @vitest-environment jsdom

import { act, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { selectFirstHit } from "../../servers/ui/explorer/selectFirstHit.ts";
import { createLayout } from "../layout/layout.ts";
import { createTheme } from "../layout/theme.ts";
import { connectTab } from "../stores/connectTab.fixture.ts";
import { addressed, createTab, shown } from "../stores/tab.fixture.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { commandsOf } from "./commands.ts";
import { createSingleKeys } from "./singleKeys.ts";

function render() {
  const tab = createTab();
  const storage = createMemoryStorage();
  const layout = createLayout(storage);
  const singleKeys = createSingleKeys(storage);
  const theme = createTheme({ storage, root: document.documentElement });
  const [focusServer, focusFilter, addServer, share] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const commands = commandsOf({
    stores: tab.stores,
    layout,
    theme,
    focusServer,
    focusFilter,
    addServer,
    focusTraffic: () => {},
    share,
    openSettings: vi.fn(),
  });
  const rendered = renderInTab(
    <>
      <input aria-label="Elsewhere" />
      <CommandPalette {...{ stores: tab.stores, commands, singleKeys }} showWorkbench={() => {}} />
    </>,
    tab,
  );
  return { ...rendered, layout, theme, singleKeys, share, focusServer };
}
const dialog = () => screen.findByRole("dialog", { name: "Command palette" });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

test("the keys open it from a text field, with the focus in its search", async () => {
  const { user } = render();
  await user.click(screen.getByRole("textbox", { name: "Elsewhere" }));
  await user.keyboard("{Control>}k{/Control}");
  await dialog();
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  expect(options().length).toBeGreaterThan(8);
});

test("keys without Ctrl or Command do nothing once they are turned off; combinations stay", async () => {
  const { user, singleKeys, focusServer } = render();
  const press = () => user.keyboard("gs?");
  await press();
  expect(focusServer).toHaveBeenCalledTimes(1);
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(sheet.isConnected).toBe(false));
  act(() => singleKeys.turn(false));
  await press();
  expect(focusServer).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  await dialog();
});

test("words in any order narrow the list; Enter runs the marked command and closes it", async () => {
  const { user, share } = render();
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  await user.keyboard("session share");
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a command is listed only while it can run", async () => {
  const { user } = render();
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  const titles = options().join("\n");
  expect(titles).toContain("Connect");
  expect(titles).not.toContain("Disconnect");
  await user.keyboard("zzz");
  await waitFor(() => expect(screen.queryByRole("option", { name: /connect/i })).toBeNull());
});

test("Escape closes it, runs nothing and restores the focus", async () => {
  const { user, share } = render();
  const button = screen.getByRole("button", { name: "Command palette" });
  await user.click(button);
  await dialog();
  await user.keyboard("share{Escape}{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(share).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test("the keys of a command run it without the palette", async () => {
  const { user, layout, focusServer } = render();
  const { explorerOpen } = layout.getState();
  await user.keyboard("ve");
  expect(layout.getState().explorerOpen).toBe(!explorerOpen);
  await user.keyboard("gs");
  expect(focusServer).toHaveBeenCalledTimes(1);
  // in a text field they are text
  await user.click(screen.getByRole("textbox", { name: "Elsewhere" }));
  await user.keyboard("gs?");
  expect(focusServer).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the theme that is in use is not offered", async () => {
  const { user, theme } = render();
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  await user.click(screen.getByRole("option", { name: /dark theme/ }));
  await waitFor(() => expect(theme.getState()).toBe("dark"));
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  expect(screen.queryByRole("option", { name: /dark theme/ })).toBeNull();
  expect(screen.getByRole("option", { name: /light theme/ })).toBeDefined();
});

/** The palette of a tab with two real servers. */
async function renderWithServers() {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const rendered = render();
  const { connections } = rendered.stores;
  await connectTab(rendered, one.url);
  rendered.stores.view.showStart();
  await connectTab(rendered, other.url);
  const ids = [...rendered.stores.servers.all.getState().open.keys()] as [string, string];
  onTestFinished(() => ids.forEach(connections.opener.close));
  await waitFor(() => expect(selectFirstHit(rendered.stores, "region")).toBe(true));
  await waitFor(() => expect(selectFirstHit(rendered.stores, "ask")).toBe(true));
  return { ...rendered, ids, one, other };
}

test("tools of every server are found by a few letters, and Enter opens the best one", async () => {
  const { user, ids, stores } = await renderWithServers();
  await user.keyboard("{Control>}k{/Control}");
  await dialog();
  await user.keyboard("rgn");
  await waitFor(() => expect(options()[0]).toContain("region"));
  expect(options()[0]).toContain("modern-server");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(stores.servers.all.getState().activeId).toBe(ids[1]));
  expect(shown(stores).selection).toEqual({ kind: "tool", name: "region" });
});

test("open servers are switched to; recent ones are opened beside them", async () => {
  const { user, ids, stores, one } = await renderWithServers();
  const { all } = stores.servers;
  await user.keyboard("{Control>}k{/Control}");
  await dialog();
  await user.keyboard("modern");
  await user.click(await screen.findByRole("option", { name: /^modern-server/ }));
  await waitFor(() => expect(all.getState().activeId).toBe(ids[1]));

  stores.connections.opener.discard(ids[0]);
  await user.keyboard("{Control>}k{/Control}");
  await dialog();
  await user.keyboard("sessions");
  await user.click(await screen.findByRole("option", { name: /^sessions-server/ }));
  await waitFor(() => expect(all.getState().open.size).toBe(2));
  expect(addressed(stores).address).toBe(one.url);
  onTestFinished(() => stores.connections.opener.close(all.getState().activeId ?? ""));
});

test("? shows every shortcut, outside of text fields", async () => {
  const { user } = render();
  await user.keyboard("?");
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(sheet.textContent).toContain("Go to traffic");
  expect(sheet.textContent).toContain("Command palette");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
