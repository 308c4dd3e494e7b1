/** What the program says to the person at the terminal. */
import { styleText } from "node:util";
import { escapeHidden } from "../../shared/core/text/visibleText.ts";

type Style = Parameters<typeof styleText>[0];

/**
 * Colours a text where standard output is a terminal that shows colours.
 * @see https://no-color.org
 */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Says a sentence on standard output. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/** Says a sentence on standard error. */
export function printError(sentence: string): void {
  process.stderr.write(`mcp-playground: ${sentence}\n`);
}

/** Says on standard error what is in the way, and ends with this exit code once all is done. */
export function fail(reason: string, exitCode: 1 | 2 = 1): void {
  printError(reason);
  process.exitCode = exitCode;
}

const unfit = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Makes what somebody else wrote fit for a terminal: control characters, which could move its
 * cursor or hide what stands there, and whatever hides or imitates others become visible.
 */
export function escapeForTerminal(text: string): string {
  return escapeHidden(text);
}

/** Writes JSON that says the same, fit for a terminal. */
export function escapeJsonForTerminal(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 2).split("\n");
  const escaped = (char: string) =>
    Array.from(
      { length: char.length },
      (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  return lines.map((line) => line.replace(unfit, escaped)).join("\n");
}
