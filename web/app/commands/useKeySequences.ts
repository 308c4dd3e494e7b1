/** Runs commands by keys that are pressed one after the other, outside of text fields. */
import { useEffect } from "react";
import type { Command } from "./command.ts";
import { createKeySequences } from "./keySequences.ts";

export function useKeySequences(commands: readonly Command[]): void {
  useEffect(() => {
    const sequences = createKeySequences(commands);
    const press = (event: KeyboardEvent) => {
      const command = sequences.press(event, event.timeStamp);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [commands]);
}
