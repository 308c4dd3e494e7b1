/** Decides which commands pages may start, where the operator lists them. */
import { parseCommandLine } from "../../shared/config/commandLine.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";

export type CommandRules = readonly CommandRule[];

interface CommandRule {
  readonly words: readonly string[];
  /** Whether further arguments may follow. */
  readonly hasMore: boolean;
  /** Variables that the page may set. */
  readonly variables: readonly string[];
}

/**
 * Reads a rule: the words of a command; `*` at the end permits further arguments, and `NAME=` before
 * the command permits a variable.
 * @returns undefined if it names no program
 */
export function readCommandRule(line: string): CommandRule | undefined {
  const parsed = parseCommandLine(line);
  if (parsed.kind === "invalid" || parsed.command === "*") return undefined;
  const { command, args, env } = parsed;
  if (Object.values(env).some((value) => value !== "")) return undefined;
  const hasMore = args.at(-1) === "*";
  const words = [command, ...(hasMore ? args.slice(0, -1) : args)];
  return { words, hasMore, variables: Object.keys(env) };
}

/**
 * Whether a rule permits the command. A directory is never permitted, because programs and relative
 * paths are looked up there.
 */
export function permitsCommand(
  rules: CommandRules,
  { command, args, cwd, env = {} }: ProcessCommand,
): boolean {
  if (cwd !== undefined) return false;
  const given = [command, ...args];
  return rules.some(
    ({ words, hasMore, variables }) =>
      (hasMore ? given.length >= words.length : given.length === words.length) &&
      words.every((word, at) => word === given[at]) &&
      Object.keys(env).every((name) => variables.includes(name)),
  );
}
