/** Prints to the terminal, and escapes untrusted text for it. */
import { styleText } from "node:util";
import { escapeHidden } from "../../shared/core/text/visibleText.ts";

type Style = Parameters<typeof styleText>[0];

/**
 * Styles a text if standard output supports colours.
 * @see https://no-color.org
 */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Prints a line on standard output. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

/**
 * Prints a sentence on standard error, with the program's name. Reasons in it may contain text of
 * others, so control characters are escaped.
 */
export function printError(sentence: string): void {
  process.stderr.write(`mcp-playground: ${escapeLinesForTerminal(sentence)}\n`);
}

/** Prints an error and sets the exit code. */
export function fail(reason: string, exitCode: 1 | 2 = 1): void {
  printError(reason);
  process.exitCode = exitCode;
}

const unfit = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Escapes untrusted text for the terminal: control characters, which could move the cursor or hide
 * text, and invisible or misleading characters become visible.
 */
export function escapeForTerminal(text: string): string {
  return escapeHidden(text);
}

/** Formats a value as JSON in which such characters are escaped. */
export function escapeJsonForTerminal(value: unknown): string {
  return escapeLinesForTerminal(JSON.stringify(value, undefined, 2));
}

/** Escapes such characters in a text of several lines; spaces stay. */
export function escapeLinesForTerminal(text: string): string {
  const escaped = (char: string) =>
    Array.from(
      { length: char.length },
      (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  const lines = text.split("\n");
  return lines.map((line) => line.replace(unfit, escaped)).join("\n");
}
