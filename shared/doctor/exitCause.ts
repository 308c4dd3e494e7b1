/** Names why a process ended, by what it wrote to standard error. */
import { importantLine } from "../core/text/errorOutput.ts";
import type { DoctorCause } from "./cause.ts";

/** Characters of output that are looked at, from its end. */
const maximumCharacters = 64 * 1024;
/** Characters of a line that are looked at: expressions take quadratic time for a long one. */
const maximumLine = 1000;

type ExitCause = Extract<
  DoctorCause,
  | "port-in-use"
  | "package-not-found"
  | "node-version"
  | "module-not-found"
  | "setting-missing"
  | "crashed"
>;

/** Causes by what standard error says, the most specific first. */
const exitCauses: readonly (readonly [RegExp, ExitCause])[] = [
  [/EADDRINUSE|address already in use/i, "port-in-use"],
  [
    /npm (ERR!|error) (code )?E404|404 Not Found - GET .*registry|No matching distribution found/i,
    "package-not-found",
  ],
  [
    /EBADENGINE|Unsupported engine|requires? (a )?node(\.js)?\b.*\d|ERR_UNKNOWN_FILE_EXTENSION|bad option: --|node:internal\/.*ERR_REQUIRE_ESM|NODE_MODULE_VERSION|does not provide an export named|requires python/i,
    "node-version",
  ],
  [
    /Cannot find (module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named/i,
    "module-not-found",
  ],
  [
    /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b.*\b(required|missing|not set|must be set|undefined|not defined|not provided)\b|\b(required|missing|set|provide)\b.*\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
    "setting-missing",
  ],
];

/** Why a process ended, by what it wrote to standard error. */
export function causeOfExit(
  stderr: string,
): { readonly cause: ExitCause; readonly line: string } | { readonly cause: "exited-silently" } {
  const text = shortLines(stderr);
  const line = importantLine(text);
  if (line === undefined) return { cause: "exited-silently" };
  return { cause: exitCauses.find(([pattern]) => pattern.test(text))?.[1] ?? "crashed", line };
}

/** The end of an output, with long lines cut. */
export function shortLines(text: string): string {
  const lines = text.slice(-maximumCharacters).split("\n");
  return lines.map((line) => line.slice(0, maximumLine)).join("\n");
}
