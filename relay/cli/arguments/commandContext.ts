/** What the commands are added to, and what they read besides their own options. */
import type { Command, CommandUnknownOpts, OptionValues } from "@commander-js/extra-typings";

export interface CommandContext {
  /** The words after `--`; undefined if there is no `--`. */
  readonly command: readonly string[] | undefined;
  /** The values of `--env`. */
  readonly variables: readonly string[];
  /** The values of `--config`. */
  readonly files: readonly string[];
}

export interface CommandLine {
  readonly program: CommandUnknownOpts;
  /**
   * Sets what the command line asks for, if it is for this command and has only options that it has.
   * @param read throws a CommandError if the arguments are wrong
   * @returns the same function, whose type is that of the arguments
   */
  on<Words extends unknown[], Own extends OptionValues, Wanted extends { readonly kind: string }>(
    command: Command<Words, Own, OptionValues>,
    read: (options: Own, context: CommandContext, ...words: Words) => Wanted,
  ): typeof read;
}

/** The arguments of a command that a function adds. */
export type ArgumentsOf<Add extends (line: CommandLine) => (...none: never[]) => unknown> =
  ReturnType<ReturnType<Add>>;
