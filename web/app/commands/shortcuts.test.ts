// @vitest-environment jsdom
import { expect, test } from "vitest";
import { createLayout } from "../layout/layout.ts";
import { createTheme } from "../layout/theme.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { commandsOf } from "./commands.ts";
import { createKeySequences, isKeySequence } from "./keySequences.ts";

function allCommands() {
  const { stores } = createTab();
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  const nothing = () => {};
  return commandsOf({
    stores,
    layout: createLayout(storage),
    theme: createTheme({ storage, root: { style: {}, dataset: {} } as unknown as HTMLElement }),
    focusServer: nothing,
    focusFilter: nothing,
    addServer: nothing,
    focusTraffic: nothing,
    share: nothing,
    openSettings: nothing,
  });
}

const shortcuts = () => allCommands().flatMap(({ shortcut }) => shortcut ?? []);

/**
 * Combinations of letters with Ctrl or Command that Chrome, Edge, Firefox or Safari use themselves.
 * Mod+K is taken in spite of them: web applications use it for their palette.
 */
const usedByBrowsers = "A B C D E F G H I J L M N O P Q R S T U V W X Y Z"
  .split(" ")
  .map((key) => `Mod+${key}`);
const usedWithShift = "A B C D E F G H I J K L M N O P R S T U V W X Y Z"
  .split(" ")
  .map((key) => `Mod+Shift+${key}`);

test("no shortcut is one of a browser", () => {
  const used = new Set([...usedByBrowsers, ...usedWithShift]);
  expect(shortcuts().filter((shortcut) => used.has(shortcut))).toEqual([]);
});

test("no shortcut is given twice, and none is the beginning of another", () => {
  const all = shortcuts();
  expect(new Set(all).size).toBe(all.length);
  const sequences = all.filter(isKeySequence);
  for (const one of sequences) {
    expect(sequences.filter((other) => other.startsWith(`${one} `))).toEqual([]);
  }
});

const press = (key: string, more: object = {}) => ({ key, target: null, ...more }) as KeyboardEvent;

test("keys in sequence find their command, unless one waits too long or presses another key", () => {
  const sequences = createKeySequences([
    { id: "traffic", title: "", shortcut: "G T", run: () => {} },
    { id: "sheet", title: "", shortcut: "?", run: () => {} },
    { id: "off", title: "", shortcut: "G X", run: () => {}, isAvailable: () => false },
  ]);
  const type = (keys: string, pause = 100) =>
    [...keys].map((key, index) => sequences.press(press(key), index * pause)?.id);
  expect(type("gt")).toEqual([undefined, "traffic"]);
  expect(type("gat")).toEqual([undefined, undefined, undefined]);
  expect(type("ggt")).toEqual([undefined, undefined, "traffic"]);
  expect(type("gt", 2_000)).toEqual([undefined, undefined]);
  expect(type("?")).toEqual(["sheet"]);
  expect(type("gx")).toEqual([undefined, undefined]);
  expect(sequences.press(press("?", { ctrlKey: true }), 0)).toBeUndefined();
  expect(sequences.press(press("?", { isComposing: true }), 0)).toBeUndefined();
});
