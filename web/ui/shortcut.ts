/** How a key combination is written for the person at this machine. */

const appleSigns: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥", Ctrl: "⌃" };
const otherWords: Readonly<Record<string, string>> = { Mod: "Ctrl" };
const signs: Readonly<Record<string, string>> = { Enter: "↵", Escape: "Esc", Up: "↑", Down: "↓" };

/** Whether the platform's main modifier is the Command key. */
export const isApple = (platform: string): boolean => /mac|iphone|ipad|ipod/i.test(platform);

/**
 * Writes a combination such as `Mod+Shift+K` as `⇧⌘K` or `Ctrl+Shift+K`.
 *
 * @param keys names joined by `+`; `Mod` is Command on Apple's platforms and Control elsewhere
 */
export function formatShortcut(keys: string, apple: boolean): string {
  const names = keys.split("+");
  if (!apple) return names.map((name) => otherWords[name] ?? signs[name] ?? name).join("+");
  const order = ["Ctrl", "Alt", "Shift", "Mod"];
  const modifiers = names.filter((name) => order.includes(name));
  modifiers.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const rest = names.filter((name) => !order.includes(name));
  return [...modifiers, ...rest].map((name) => appleSigns[name] ?? signs[name] ?? name).join("");
}
