import { expect, test } from "vitest";
import { formatShortcut, isApple } from "./shortcut.ts";

test.each([
  ["Mod+K", "⌘K", "Ctrl+K"],
  ["Mod+Shift+L", "⇧⌘L", "Ctrl+Shift+L"],
  ["Mod+Enter", "⌘↵", "Ctrl+↵"],
  ["Escape", "Esc", "Esc"],
])("%s is %s on Apple's platforms and %s elsewhere", (keys, apple, other) => {
  expect(formatShortcut(keys, true)).toBe(apple);
  expect(formatShortcut(keys, false)).toBe(other);
});

test.each([
  ["MacIntel", true],
  ["iPhone", true],
  ["Linux x86_64", false],
  ["Win32", false],
])("%s", (platform, apple) => {
  expect(isApple(platform)).toBe(apple);
});
