/** Environment variables for a stdio server, as a command line names them. */

export interface StdioEnvironment {
  /** Variables by their names; the values are secrets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Why `--env` is refused where no process is started. */
export const envNeedsCommand = "--env is for the command of a stdio server, which goes after --.";

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;

/** Whether a word in front of a command sets a variable, as in a shell. */
export function isAssignment(word: string): boolean {
  return assignment.test(word);
}

/**
 * Collects the variables of `--env` and of leading assignments, which go before those.
 * @param flags values of `--env`: `NAME=value`, or `NAME` for the value that it has here
 * @param assignments words that are assignments
 * @returns no `env` where nothing is set; a sentence where a flag cannot be read
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
