/** Removes ANSI escape sequences from terminal output. */
import ansiRegex from "ansi-regex";

const escapes = ansiRegex();
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const sgr = /^\u001b\[[\d;:]*m$/;

/** Removes all escape sequences. */
export function stripAnsi(text: string): string {
  return text.includes("\u001b") ? text.replace(escapes, "") : text;
}

/** Removes all escape sequences except colours and styles (SGR). */
export function keepAnsiColors(text: string): string {
  if (!text.includes("\u001b")) return text;
  return text.replace(escapes, (sequence) => (sgr.test(sequence) ? sequence : ""));
}
