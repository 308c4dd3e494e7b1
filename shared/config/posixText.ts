/** Quotes texts for bash and zsh, so that in sh and fish they do not end their quotes either. */
import { encodeText } from "../core/bytes.ts";

/** Characters that control a terminal or reorder the shown text when a command is pasted. */
const controls = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;

/**
 * A word in single quotes, in which a POSIX shell expands nothing. In fish a backslash there escapes a
 * quote or a backslash, so these characters are outside of the quotes. A text with control characters is
 * written with escapes of bash and zsh; it has no other quote or backslash, which would end it in sh.
 */
export function quotedForPosix(text: string): string {
  if (controls.test(text)) return `$'${text.replace(escaped, octal)}'`;
  return `'${text.replace(/(?<!\\)\\+(?='|$)|\\{2,}|'/g, outside)}'`;
}

/** Formats a command; words without special characters have no quotes. */
export function posixCommand(program: string, words: readonly string[]): string {
  const plain = /^[\w@%+:,./-]+$/;
  return [program, ...words]
    .map((word) => (plain.test(word) ? word : quotedForPosix(word)))
    .join(" ");
}

const escaped = /[\\']|(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

function outside(run: string): string {
  return `'${run.replace(/./g, "\\$&")}'`;
}

/** The UTF-8 bytes of a character as escapes of the shell. */
function octal(char: string): string {
  return [...encodeText(char)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
