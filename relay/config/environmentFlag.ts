/** Parses the environment variables of a stdio server from the command line. */

export interface StdioEnvironment {
  /** Values by variable name; the values are secrets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The error for `--env` without a command. */
export const envNeedsCommand = "--env needs the command of a stdio server after --.";

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;

/** Whether a word before a command is an assignment, as in a shell. */
export function isVariable(word: string): boolean {
  return assignment.test(word);
}

/**
 * Collects the variables of `--env` and of leading assignments; the latter override the former.
 * @param flags values of `--env`: `NAME=value`, or `NAME` for its value in this environment
 * @param assignments words that are assignments
 * @returns no `env` if nothing is set; an error sentence if a flag is invalid
 */
export function readEnvironment(
  flags: readonly string[],
  assignments: readonly string[],
  own: Readonly<Record<string, string | undefined>> = process.env,
): StdioEnvironment | string {
  const entries: [name: string, value: string][] = [];
  for (const word of [...flags, ...assignments]) {
    const at = word.indexOf("=");
    const name = at < 0 ? word : word.slice(0, at);
    if (!name || word.includes("\0")) return "--env needs NAME=value, or the NAME of a variable.";
    const value = at < 0 ? own[name] : word.slice(at + 1);
    if (value === undefined)
      return `--env ${name}: ${name} is not set. Give it a value: --env ${name}=value.`;
    entries.push([name, value]);
  }
  return entries.length > 0 ? { env: Object.fromEntries(entries) } : {};
}
