/** What a command reads besides its own options. */
import type { Arguments } from "./commandArguments.ts";

export interface CommandContext {
  /** The words after `--`; undefined if there is no `--`. */
  readonly command: readonly string[] | undefined;
  /** The values of `--env`. */
  readonly variables: readonly string[];
  /** The values of `--config`. */
  readonly files: readonly string[];
}

/**
 * Sets what the command line asks for, unless it has an option that the command does not have.
 * @param read returns an error sentence if its arguments are invalid
 * @param shared options of the program that the command has as well
 */
export type SetCommand = (
  name: string,
  read: (context: CommandContext) => Arguments | string,
  shared?: readonly string[],
) => void;
