// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInTab } from "../../component.fixture.tsx";
import { createTab } from "../../stores/tab.fixture.ts";
import { createLayout } from "../layout/layout.ts";
import { createTheme } from "../theme.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { commandsOf } from "./commands.ts";

function render() {
  const tab = createTab();
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const layout = createLayout(storage);
  const theme = createTheme({ storage, root: document.documentElement });
  const [focusServer, focusFilter, addServer, share] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const commands = commandsOf({
    stores: tab.stores,
    layout,
    theme,
    focusServer,
    focusFilter,
    addServer,
    share,
  });
  const rendered = renderInTab(
    <>
      <input aria-label="Elsewhere" />
      <CommandPalette commands={commands} />
    </>,
    tab,
  );
  return { ...rendered, layout, theme, share, focusServer };
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

test("words in any order narrow the list; Enter runs the marked command and closes it", async () => {
  const { user, share } = render();
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  await user.keyboard("session share");
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(share).toHaveBeenCalledTimes(1);
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

test("Escape closes it, runs nothing and gives the focus back", async () => {
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
  await user.keyboard("{Control>}b{/Control}");
  expect(layout.getState().explorerOpen).toBe(!explorerOpen);
  await user.keyboard("{Control>}{Shift>}l{/Shift}{/Control}");
  expect(focusServer).toHaveBeenCalledTimes(1);
});

test("the theme that is in use is not offered", async () => {
  const { user, theme } = render();
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  await user.click(screen.getByRole("option", { name: /dark theme/ }));
  expect(theme.getState()).toBe("dark");
  await user.click(screen.getByRole("button", { name: "Command palette" }));
  await dialog();
  expect(screen.queryByRole("option", { name: /dark theme/ })).toBeNull();
  expect(screen.getByRole("option", { name: /light theme/ })).toBeDefined();
});
