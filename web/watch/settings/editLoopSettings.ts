/** The settings of the edit loop, which belong to a server. */

export interface EditLoopSettings {
  /** Files, directories and globs; if empty, the relay chooses them. */
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
  readonly callsAgain: boolean;
  /** Tools that are repeated although each call may have further effects. */
  readonly repeatedTools: readonly string[];
}

/** Names of dependencies and generated files in common projects. */
export const usuallyIgnored: readonly string[] = [
  "node_modules",
  ".git",
  "dist",
  "build",
  "coverage",
  "target",
  "__pycache__",
  ".venv",
  "venv",
  "*.log",
];

export const usualSettings: EditLoopSettings = {
  paths: [],
  ignored: usuallyIgnored,
  callsAgain: true,
  repeatedTools: [],
};
