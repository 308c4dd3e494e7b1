/** Picks what matters from the error output of a program. */

const error =
  /\b\w*(Error|Exception)\b(:| \[)|^\s*(Error|error|fatal|FATAL|panic|PANIC)\b|npm (ERR!|error)|: error(:| TS\d)|Unsupported engine|requires? node/i;

/**
 * The line of standard error that says what went wrong: the last one of a Python traceback, else the
 * first that looks like an error, else the last one.
 * @param stderr without escape sequences of terminals
 */
export function importantLine(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  const traceback = lines.findLastIndex((line) => line.startsWith("Traceback "));
  const end = lines.slice(traceback + 1).find((line) => /^\S/.test(line));
  const line =
    (traceback >= 0 ? end : undefined) ?? lines.find((each) => error.test(each)) ?? lines.at(-1);
  return line?.trim().slice(0, 400);
}

/** Keeps the first frame of each stack trace: more would push the error message out of view. */
export function shortenStackTrace(lines: readonly string[]): readonly string[] {
  const isFrame = (line: string | undefined) => /^\s+at \S/.test(line ?? "");
  return lines.flatMap((line, index) => {
    if (!isFrame(line) || !isFrame(lines[index - 1])) return [line];
    return isFrame(lines[index - 2]) ? [] : ["    …"];
  });
}

/** Where a program could not be read, and the lines that say why. */
export interface SyntaxProblem {
  /** The name of the file, without its folders. */
  readonly file: string;
  readonly line: number;
  /** The line of code, what marks the place in it, and the error; some may be missing. */
  readonly lines: readonly string[];
}

const syntaxError = /^\s*(?:\w*(?:Syntax|Indentation|Tab|Transform)Error\b|.*\berror TS\d+:)/;

/** How Node, and Python, name the place of an error in lines of their own. */
const places = [
  /^(?:file:\/\/)?(?:\S.*[/\\])?([^/\\]+\.\w+):(\d+)(?::\d+)?$/,
  /^\s+File "(?:.*[/\\])?([^/\\"]+)", line (\d+)/,
];

/** @param stderr without escape sequences of terminals; undefined unless it names the place */
export function syntaxProblem(stderr: string): SyntaxProblem | undefined {
  const lines = stderr.split(/\r?\n/);
  const end = lines.findIndex((line) => syntaxError.test(line));
  for (let at = end - 1; at >= 0; at--) {
    const found = places.map((place) => place.exec(lines[at] ?? "")).find(Boolean);
    if (!found) continue;
    const code = lines.slice(at + 1, end).filter((line) => line.trim() !== "");
    const [, file = "", line] = found;
    return { file, line: Number(line), lines: [...code.slice(0, 2), lines[end]?.trim() ?? ""] };
  }
  return undefined;
}
