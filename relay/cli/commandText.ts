/** Formats a command for the terminal before it starts. */
import { formatCommandLine, quoteWord } from "../../shared/config/commandLine.ts";
import { escapeForTerminal } from "./terminal.ts";

interface CommandText {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly variables?: readonly string[];
}

/**
 * Every word, the directory and the names of the variables in one line. Words with parentheses are
 * quoted, so that no argument looks like a directory.
 */
export function commandText({ command, args, cwd, variables = [] }: CommandText): string {
  const facts = [
    ...(cwd === undefined ? [] : [`directory: ${quoteWord(cwd)}`]),
    ...(variables.length > 0 ? [`variables: ${variables.map(quoteWord).join(", ")}`] : []),
  ];
  const line = formatCommandLine(command, args);
  return escapeForTerminal(facts.length > 0 ? `${line} (${facts.join("; ")})` : line);
}
