/** The exit codes of every command, and the error that ends a command with one. */

export const exitCodes = {
  /** Done, and nothing was found. */
  passed: 0,
  /** Something that was examined is not as it should be. */
  violations: 1,
  /** The command line, or a file that it names, is wrong. */
  wrongUsage: 2,
  /** The server could not be started or reached, or the relay could not start. */
  couldNotRun: 3,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command; the message is a sentence for the user. */
export class CommandError extends Error {
  readonly code: ExitCode;

  constructor(message: string, code: ExitCode = exitCodes.wrongUsage) {
    super(message);
    this.code = code;
  }
}
