/** Limits and escapes server text that is quoted in a message. */
import { shortened } from "../../shared/core/text/shortened.ts";

const maxLines = 12;
const maxCharacters = 300;

/** Control and format characters: invisible, or able to change the direction of text. */
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Joins lines to a quotation without control characters, except tabs.
 * @param lines lines from the server
 * @param from which lines to keep when there are too many
 */
export function quotedText(lines: readonly string[], from: "start" | "end"): string {
  const kept = from === "start" ? lines.slice(0, maxLines) : lines.slice(-maxLines);
  const isCut = from === "start" && kept.length < lines.length;
  return [...kept.map(escapeLine), ...(isCut ? ["…"] : [])].join("\n");
}

function escapeLine(line: string): string {
  return shortened(line, maxCharacters).replace(unsafe, (char) =>
    char === "\t" ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
