/** Runs commands by combinations of keys. */
import { useHotkeys } from "react-hotkeys-hook";
import { availableCommands, type Command } from "./command.ts";
import { isKeySequence } from "./keySequences.ts";

/**
 * Listens for the shortcuts of the commands, also while a text field or an editor has the focus.
 */
export function useShortcuts(commands: readonly Command[]): void {
  const byKeys = new Map(commands.map((command) => [command.shortcut?.toLowerCase(), command]));
  const find = (keys: string) => {
    const command = byKeys.get(keys);
    return command && availableCommands([command])[0];
  };
  useHotkeys(
    [...byKeys.keys()].filter((keys) => keys !== undefined).filter((keys) => !isKeySequence(keys)),
    (_event, { hotkey }) => find(hotkey)?.run(),
    {
      enableOnFormTags: true,
      enableOnContentEditable: true,
      useKey: true,
      preventDefault: (_event, { hotkey }) => find(hotkey) !== undefined,
    },
    [commands],
  );
}
