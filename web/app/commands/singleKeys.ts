/** Stores whether shortcuts without Ctrl or Command are on. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Command } from "./command.ts";
import { isKeySequence } from "./keySequences.ts";

/** True while the shortcuts are on. */
export interface SingleKeys extends ReadableStore<boolean> {
  turn(isOn: boolean): void;
}

const key = "mcp-playground.single-keys";

/**
 * Speech input and accidental presses trigger such keys, so they can be turned off.
 * @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts
 */
export function createSingleKeys(storage: Pick<Storage, "getItem" | "setItem">): SingleKeys {
  const store = createStore<boolean>(() => storage.getItem(key) !== "off");
  store.subscribe((isOn) => storage.setItem(key, isOn ? "on" : "off"));
  return { ...toReadable(store), turn: (isOn) => store.setState(isOn, true) };
}

/** The same commands, without the shortcuts that are pressed without Ctrl or Command. */
export function withoutSingleKeys(commands: readonly Command[]): readonly Command[] {
  return commands.map((command) => {
    if (command.shortcut === undefined || !isKeySequence(command.shortcut)) return command;
    const { shortcut: _, ...rest } = command;
    return rest;
  });
}
