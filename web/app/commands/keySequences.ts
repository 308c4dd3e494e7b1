/** Finds commands by keys that are pressed one after the other, such as `G` then `T`. */
import { availableCommands, type Command } from "./command.ts";

/** Milliseconds between two keys of a sequence. */
const maxPauseMs = 1_500;

/** Whether a shortcut is pressed without Ctrl or Command, and so only outside of text fields. */
export function isKeySequence(shortcut: string): boolean {
  return !shortcut.includes("+");
}

interface KeySequences {
  /**
   * @param at milliseconds
   * @returns the command whose keys are complete
   */
  press(event: KeyboardEvent, at: number): Command | undefined;
}

/** @param commands those with a shortcut of keys in sequence are found */
export function createKeySequences(commands: readonly Command[]): KeySequences {
  const byKeys = new Map<string, Command>();
  const begun = new Set<string>();
  for (const command of commands) {
    if (command.shortcut === undefined || !isKeySequence(command.shortcut)) continue;
    const keys = command.shortcut.toLowerCase();
    byKeys.set(keys, command);
    begun.add(keys.split(" ")[0] as string);
  }
  let pending: { readonly key: string; readonly at: number } | undefined;
  return {
    press(event, at) {
      const before = pending && at - pending.at <= maxPauseMs ? `${pending.key} ` : "";
      pending = undefined;
      if (isMeantForElse(event)) return undefined;
      const key = event.key.toLowerCase();
      const command = byKeys.get(before + key);
      if (command) return availableCommands([command])[0];
      if (begun.has(key)) pending = { key, at };
      return undefined;
    },
  };
}

/** Whether a key writes text, belongs to a menu or dialog, or is part of a combination. */
function isMeantForElse(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) {
    return true;
  }
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof HTMLElement)) return event.defaultPrevented;
  return (
    target.isContentEditable ||
    target.closest(
      "input, textarea, select, [role=textbox], [role=combobox], [role=dialog], [role=alertdialog], [role=menu], [data-trigger]",
    ) !== null
  );
}
