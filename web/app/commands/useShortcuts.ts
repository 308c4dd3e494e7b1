/** Runs commands by combinations of keys. */
import { useHotkeys } from "react-hotkeys-hook";
import { usesSubmitKey } from "../../ui/submitArea.ts";
import { availableCommands, type Command } from "./command.ts";
import { isKeySequence } from "./keySequences.ts";

/**
 * Listens for the shortcuts of the commands, whatever has the focus: before the focused control,
 * which may stop the event.
 */
export function useShortcuts(commands: readonly Command[]): void {
  const byKeys = new Map(commands.map((command) => [command.shortcut?.toLowerCase(), command]));
  const find = (keys: string) => {
    const command = byKeys.get(keys);
    return command && availableCommands([command])[0];
  };
  useHotkeys(
    [...byKeys.keys()].filter((keys) => keys !== undefined).filter((keys) => !isKeySequence(keys)),
    (event, { hotkey }) => {
      const command = find(hotkey);
      if (!command) return;
      event.stopPropagation();
      command.run();
    },
    {
      enableOnFormTags: true,
      enableOnContentEditable: true,
      useKey: true,
      eventListenerOptions: { capture: true },
      ignoreEventWhen: ({ key, target }) => key === "Enter" && usesSubmitKey(target),
      preventDefault: (_event, { hotkey }) => find(hotkey) !== undefined,
    },
    [commands],
  );
}
