/** What programs tell a terminal beside their text: colours and the like. */
import ansiRegex from "ansi-regex";

const escapes = ansiRegex();
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is made of control characters
const colour = /^\u001b\[[\d;:]*m$/;

/** The text alone. */
export function plainText(text: string): string {
  return text.includes("\u001b") ? text.replace(escapes, "") : text;
}

/** The text with its colours (SGR) and no other instruction, such as to move or to name a window. */
export function colouredText(text: string): string {
  if (!text.includes("\u001b")) return text;
  return text.replace(escapes, (told) => (colour.test(told) ? told : ""));
}
