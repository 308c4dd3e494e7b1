/** Prints to the terminal, and escapes untrusted text for it. */
import { styleText } from "node:util";
import { escapeHidden } from "../../shared/core/text/visibleText.ts";
import type { AskOptions } from "./askLine.ts";
import type { ExitCode } from "./exitCode.ts";

type Style = Parameters<typeof styleText>[0];

/** Where a command prints. */
export interface Terminal {
  /** Whether standard output is a terminal, which interprets control characters. */
  readonly isTty: boolean;
  /** Writes text on standard output, as it is. */
  write(text: string): void;
  print(line: string): void;
  /**
   * Shows what is going on in a line of standard error that the next one replaces; only on a
   * terminal.
   */
  showStatus(text: string): void;
  /** As {@link showStatus}, but where standard error is no terminal each text is a line. */
  showProgress(text: string): void;
  /** Prints a line on standard error that is neither output nor an error. */
  note(line: string): void;
  /**
   * Asks on standard error; undefined where nobody can be asked, because standard input or error is
   * no terminal.
   */
  readonly ask: Ask | undefined;
  /**
   * Prints a sentence on standard error, with the program's name. Reasons in it may contain text of
   * others, so control characters are escaped.
   */
  printError(sentence: string): void;
  /** Prints an error, and returns the exit code. */
  fail<Code extends ExitCode>(reason: string, code: Code): Code;
  /**
   * Styles a text if standard output supports colours.
   * @see https://no-color.org
   */
  styled(style: Style, text: string): string;
}

/**
 * Asks for a line.
 * @param question untrusted text in it must be escaped
 * @returns undefined if the user ends the input (Ctrl+D), or the question was given up
 */
export type Ask = (question: string, options?: AskOptions) => Promise<string | undefined>;

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** The streams of this process, and of a test. */
interface TerminalStreams {
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Returns to the start of the line and empties it. */
const clearLine = "\r\u001b[K";

export function createTerminal({ stdin, stdout, stderr }: TerminalStreams): Terminal {
  let hasStatus = false;
  const endStatus = () => {
    if (hasStatus) stderr.write(clearLine);
    hasStatus = false;
  };
  const write = (text: string) => {
    endStatus();
    stdout.write(text);
  };
  const note = (line: string) => {
    endStatus();
    stderr.write(`${line}\n`);
  };
  const showStatus = (text: string) => {
    if (!stderr.isTTY) return;
    endStatus();
    stderr.write(text);
    hasStatus = true;
  };
  const printError = (sentence: string) =>
    note(`mcp-playground: ${escapeLinesForTerminal(sentence)}`);
  return {
    isTty: stdout.isTTY === true,
    ask:
      stdin?.isTTY && stderr.isTTY
        ? async (question, options) => {
            endStatus();
            const { askLine } = await import("./askLine.ts");
            return askLine(stdin, stderr, question, options);
          }
        : undefined,
    note,
    write,
    print: (line) => write(`${line}\n`),
    showStatus,
    showProgress: (text) => (stderr.isTTY ? showStatus(text) : note(text)),
    printError,
    fail(reason, code) {
      printError(reason);
      return code;
    },
    styled: (style, text) => styleText(style, text, { stream: stdout }),
  };
}

/** A terminal on which secrets are masked in everything that is printed. */
export function maskedTerminal(terminal: Terminal, mask: (text: string) => string): Terminal {
  return {
    ...terminal,
    write: (text) => terminal.write(mask(text)),
    print: (line) => terminal.print(mask(line)),
    showStatus: (text) => terminal.showStatus(mask(text)),
    showProgress: (text) => terminal.showProgress(mask(text)),
    note: (line) => terminal.note(mask(line)),
    printError: (sentence) => terminal.printError(mask(sentence)),
    fail: (reason, code) => terminal.fail(mask(reason), code),
  };
}

const unfit = /(?!\t)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Escapes untrusted text for the terminal: control characters, which could move the cursor or hide
 * text, and invisible or misleading characters become visible.
 */
export function escapeForTerminal(text: string): string {
  return withoutCommands(escapeHidden(text, Number.POSITIVE_INFINITY));
}

/**
 * Escapes what GitHub Actions would run, wherever it is printed: a line that starts with `::`, and
 * `##[` anywhere.
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
function withoutCommands(line: string): string {
  if (process.env.GITHUB_ACTIONS !== "true") return line;
  return line.replace(/^(\s*):(?=:)/, "$1\\u003a").replaceAll("##[", "\\u0023#[");
}

/** Formats a value as JSON in which such characters are escaped. */
export function escapeJsonForTerminal(value: unknown): string {
  return escapeLinesForTerminal(JSON.stringify(value, undefined, 2));
}

/**
 * Escapes such characters in a text of several lines; spaces and tabs stay.
 * @param hasCommands whether its lines are workflow commands of this program
 */
export function escapeLinesForTerminal(text: string, hasCommands = false): string {
  const escaped = (char: string) =>
    Array.from(
      { length: char.length },
      (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  const lines = text.split(/\r?\n/);
  const shown = lines.map((line) => line.replace(unfit, escaped));
  return (hasCommands ? shown : shown.map(withoutCommands)).join("\n");
}
