/** A command line as a person types it, and the argument list it stands for. */

export interface CommandLine {
  readonly kind: "command";
  /** `NAME=value` words before the command; the last one of a name counts. */
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
 * Whether a shell would take this word for an environment assignment rather than a program. Where
 * somebody else wrote the command, such a word is there to mislead.
 */
export function isAssignment(word: string): boolean {
  return assignedName.test(word);
}

/** The argument list as a line that {@link parseCommandLine} splits the same way. */
export function formatCommandLine(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoteWord).join(" ");
}

/** One word as {@link formatCommandLine} writes it: in quotes where it needs them. */
export function quoteWord(word: string): string {
  if (/^[\w@%+:,./~-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

interface Word {
  readonly text: string;
  /** How long the name is, where the word begins with `NAME=` and none of that is quoted. */
  readonly nameLength?: number;
}

const assignedName = /^([A-Za-z_][A-Za-z0-9_]*)=/;

function splitWords(line: string): Word[] | undefined {
  const words: Word[] = [];
  let word: string | undefined;
  let quoted: "'" | '"' | undefined;
  /** Where in the word the first quote or escape stands. */
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
