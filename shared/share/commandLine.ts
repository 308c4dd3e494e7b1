/** A command line as a person types it, and the argument list it stands for. */

export interface CommandLine {
  readonly kind: "command";
  /** `NAME=value` words before the command. */
  readonly env: Readonly<Record<string, string>>;
  readonly command: string;
  readonly args: readonly string[];
}

/** Why a text is no command line. */
export interface InvalidCommandLine {
  readonly kind: "invalid";
  readonly reason: "open-quote" | "no-command";
}

/**
 * Splits a command line into words: blanks separate, quotes and backslashes keep together.
 * No shell is involved: variables, globs, pipes and redirections are ordinary characters.
 */
export function parseCommandLine(line: string): CommandLine | InvalidCommandLine {
  const words = splitWords(line);
  if (!words) return { kind: "invalid", reason: "open-quote" };
  const env: Record<string, string> = {};
  let first = 0;
  for (; first < words.length; first++) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(words[first] ?? "");
    if (!match) break;
    Object.defineProperty(env, match[1] ?? "", { value: match[2] ?? "", enumerable: true });
  }
  const [command, ...args] = words.slice(first);
  return command
    ? { kind: "command", env, command, args }
    : { kind: "invalid", reason: "no-command" };
}

/** The argument list as a line that {@link parseCommandLine} splits the same way. */
export function formatCommandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(quote).join(" ");
}

function quote(word: string): string {
  if (/^[\w@%+:,./~-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quoted: "'" | '"' | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quoted) {
      if (char === quoted) quoted = undefined;
      else if (char === "\\" && quoted === '"' && /["\\]/.test(line.charAt(at + 1))) {
        word += line.charAt(++at);
      } else word += char;
    } else if (char === "'" || char === '"') {
      quoted = char;
      word ??= "";
    } else if (char === "\\" && /[\s'"\\]/.test(line.charAt(at + 1))) {
      word = (word ?? "") + line.charAt(++at);
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (quoted) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
