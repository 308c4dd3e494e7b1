// @vitest-environment jsdom

import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createServerDefaults } from "../../servers/store/settings.ts";
import { commandsOf } from "../commands/commands.ts";
import { createSingleKeys } from "../commands/singleKeys.ts";
import { createDensity } from "../layout/density.ts";
import { createLayout } from "../layout/layout.ts";
import { createTheme } from "../layout/theme.ts";
import { addressed, createTab } from "../stores/tab.fixture.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";

function render() {
  const tab = createTab();
  const kept = new Map<string, string>();
  const storage = createMemoryStorage(kept);
  const root = document.documentElement;
  const [layout, theme] = [createLayout(storage), createTheme({ storage, root })];
  const density = createDensity({ storage, root });
  const singleKeys = createSingleKeys(storage);
  const onOpenChange = vi.fn();
  const unused = () => {};
  const commands = commandsOf({
    stores: tab.stores,
    layout,
    theme,
    focusServer: unused,
    focusFilter: unused,
    addServer: unused,
    focusTraffic: unused,
    share: unused,
    openSettings: unused,
  });
  const rendered = renderInTab(
    <SettingsDialog isOpen {...{ onOpenChange, layout, theme, density, commands, singleKeys }} />,
    tab,
  );
  return { ...rendered, kept, storage, layout, theme, onOpenChange };
}
const radio = (name: string) => screen.getByRole("radio", { name });

test("theme, density and layout take effect immediately and are stored", async () => {
  const { user, kept, layout, theme } = render();
  await user.click(radio("Dark"));
  expect(theme.getState()).toBe("dark");
  await user.click(radio("Comfortable"));
  expect(document.documentElement.dataset.density).toBe("comfortable");
  expect(kept.get("mcp-playground.density")).toBe("comfortable");
  await user.click(radio("Below"));
  await user.click(screen.getByRole("switch", { name: "Explorer panel" }));
  expect(layout.getState()).toMatchObject({ trafficSide: "below", explorerOpen: false });
});

test("limits and capabilities hold for servers that are new, and for no other", async () => {
  const { user, stores, stored } = render();
  const before = stores.servers.all.add({ target: { kind: "http", url: "http://b/" } });
  await fill(user, screen.getByRole("textbox", { name: "Timeout (s)" }), "5");
  await user.click(screen.getByRole("switch", { name: "Sampling" }));
  const chosen = { timeoutSeconds: 5, withheld: ["sampling"] };
  const { all } = stores.servers;
  all.choose("http://a/");
  expect(addressed(stores).settings).toMatchObject(chosen);
  expect(all.getState().open.get(before)?.settings).toMatchObject({ withheld: [] });
  const storage = createMemoryStorage(stored);
  expect(createServerDefaults(storage).getState()).toMatchObject(chosen);
});

test("shortcuts without Ctrl or Command can be turned off, which is stored", async () => {
  const { user, storage } = render();
  const shortcuts = within(screen.getByRole("region", { name: "Shortcuts" }));
  const isListed = (title: string) => shortcuts.queryByText(title) !== null;
  expect([isListed("Go to traffic"), isListed("Command palette")]).toEqual([true, true]);
  await user.click(shortcuts.getByRole("switch", { name: "Shortcuts without Ctrl or ⌘" }));
  expect([isListed("Go to traffic"), isListed("Command palette")]).toEqual([false, true]);
  expect(createSingleKeys(storage).getState()).toBe(false);
});

test("it links to stored data and to the models, and lists the shortcuts", async () => {
  const { user, stores, onOpenChange } = render();
  const shortcuts = screen.getByRole("region", { name: "Shortcuts" });
  expect(within(shortcuts).getByText("Command palette").nextSibling?.textContent).toBe("Ctrl+K");
  await user.click(screen.getByRole("button", { name: "Models" }));
  expect(stores.view.getState()).toMatchObject({ pane: "sampling", samplingSection: "models" });
  await user.click(screen.getByRole("button", { name: "Stored data" }));
  expect(stores.view.getState().isStorageShown).toBe(true);
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
