/** Makes text of a server fit to be quoted in a message: bounded, and nothing invisible in it. */

const mostLines = 12;
const mostCharacters = 300;

/** Control characters but tab, and those that are invisible or turn the direction of text. */
const unfit = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * @param lines as the server wrote them
 * @param from which of them to keep where there are too many
 */
export function quotedText(lines: readonly string[], from: "start" | "end"): string {
  const kept = from === "start" ? lines.slice(0, mostLines) : lines.slice(-mostLines);
  const isCut = from === "start" && kept.length < lines.length;
  return [...kept.map(shown), ...(isCut ? ["…"] : [])].join("\n");
}

function shown(line: string): string {
  const short = line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
  return short.replace(unfit, (char) =>
    char === "\t" ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
