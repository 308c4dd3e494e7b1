/** Finds the name that is written similarly to a word, as commander suggests commands. */
import { Command } from "@commander-js/extra-typings";

/** @returns undefined if no name is similar */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const known = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  for (const name of new Set(names)) if (name !== "") known.addCommand(new Command(name));
  try {
    known.parse([word], { from: "user" });
  } catch (error) {
    const suggested = /\(Did you mean (?:one of )?(.*?)(?:, .*)?\?\)/s.exec(String(error))?.[1];
    return names.find((name) => name === suggested);
  }
  return undefined;
}
