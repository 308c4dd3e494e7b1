/** The exit codes of every command. */

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
