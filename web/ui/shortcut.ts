/** Formats key combinations for the user's platform. */

const appleModifiers: Readonly<Record<string, string>> = {
  Mod: "⌘",
  Shift: "⇧",
  Alt: "⌥",
  Ctrl: "⌃",
};
const otherModifiers: Readonly<Record<string, string>> = { Mod: "Ctrl" };
const keySymbols: Readonly<Record<string, string>> = {
  Enter: "↵",
  Escape: "Esc",
  Up: "↑",
  Down: "↓",
};

/** Whether the main modifier key of the platform is Command. */
export const isApple = (platform: string): boolean => /mac|iphone|ipad|ipod/i.test(platform);

/**
 * Formats a combination, for example `Mod+Shift+K` as `⇧⌘K` or `Ctrl+Shift+K`.
 * @param keys names joined by `+`; `Mod` is Command on Apple platforms and Control elsewhere
 * @param apple whether the platform is one of Apple
 */
export function formatShortcut(keys: string, apple: boolean): string {
  const names = keys.split("+");
  if (!apple)
    return names.map((name) => otherModifiers[name] ?? keySymbols[name] ?? name).join("+");
  const order = ["Ctrl", "Alt", "Shift", "Mod"];
  const modifiers = names.filter((name) => order.includes(name));
  modifiers.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const rest = names.filter((name) => !order.includes(name));
  return [...modifiers, ...rest]
    .map((name) => appleModifiers[name] ?? keySymbols[name] ?? name)
    .join("");
}
