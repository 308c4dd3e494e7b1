/** Names of dependencies and generated files in common projects, which are not watched unless named. */
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
