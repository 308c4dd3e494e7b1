/** Parses and formats command lines. */

interface CommandLine {
  readonly kind: "command";
  /** `NAME=value` words before the command; the last value of a name counts. */
  readonly env: Readonly<Record<string, string>>;
  readonly command: string;
  readonly args: readonly string[];
}

/** Why a text is not a command line. */
interface InvalidCommandLine {
  readonly kind: "invalid";
  readonly reason: "open-quote" | "no-command";
}

/**
 * Splits a command line at white space; quotes and backslashes work as in a POSIX shell.
 * No shell is involved: variables, globs, pipes and redirections are ordinary characters.
 */
export function parseCommandLine(line: string): CommandLine | InvalidCommandLine {
  const words = splitWords(line);
  if (!words) return { kind: "invalid", reason: "open-quote" };
  const env: (readonly [string, string])[] = [];
  for (const { text, nameLength } of words) {
    if (nameLength === undefined) break;
    env.push([text.slice(0, nameLength), text.slice(nameLength + 1)]);
  }
  const [command, ...args] = words.slice(env.length).map(({ text }) => text);
  return command
    ? { kind: "command", env: Object.fromEntries(env), command, args }
    : { kind: "invalid", reason: "no-command" };
}

/**
 * Whether a shell would read this word as an environment assignment instead of a program. In a
 * command from an untrusted source, such a program name is an attempt to mislead.
 */
export function isAssignment(word: string): boolean {
  return assignedName.test(word);
}

/** Formats a command as a line that {@link parseCommandLine} splits into the same words. */
export function formatCommandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoteWord).join(" ");
}

/** Quotes a word where necessary. */
export function quoteWord(word: string): string {
  if (/^[\w@%+:,./~-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

interface Word {
  readonly text: string;
  /** Length of the name, where the word starts with an unquoted `NAME=`. */
  readonly nameLength?: number;
}

const assignedName = /^([A-Za-z_][A-Za-z0-9_]*)=/;

function splitWords(line: string): Word[] | undefined {
  const words: Word[] = [];
  let word: string | undefined;
  let quoted: "'" | '"' | undefined;
  /** Length of the word before its first quote or escape. */
  let plainLength: number | undefined;
  const end = () => {
    if (word === undefined) return;
    const nameLength = assignedName.exec(word.slice(0, plainLength))?.[1]?.length;
    words.push({ text: word, ...(nameLength === undefined ? {} : { nameLength }) });
    word = undefined;
    plainLength = undefined;
  };
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
      plainLength ??= word.length;
    } else if (char === "\\" && /[\s'"\\]/.test(line.charAt(at + 1))) {
      word ??= "";
      plainLength ??= word.length;
      word += line.charAt(++at);
    } else if (/\s/.test(char)) end();
    else word = (word ?? "") + char;
  }
  if (quoted) return undefined;
  end();
  return words;
}
