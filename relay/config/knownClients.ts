/** Names the MCP clients whose configuration files are known. */

/** The clients whose files are known. */
export const knownClients = [
  "claude",
  "cursor",
  "vscode",
  "windsurf",
  "gemini",
  "lmstudio",
  "codex",
  "zed",
] as const;

export type KnownClient = (typeof knownClients)[number];
