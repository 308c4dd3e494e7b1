/** Codes of the reasons why the relay did not start a process. */

/** Every code; `other` is explained by the relay's sentence alone. */
export const startProblems = [
  "program-not-found",
  "file-not-found",
  "not-executable",
  "directory",
  "process-limit",
  "start-rate",
  "other",
] as const;

export type StartProblem = (typeof startProblems)[number];
