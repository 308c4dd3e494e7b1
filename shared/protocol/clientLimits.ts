/** Limits of well-known clients, as of November 2026; a server may have good reasons to exceed them. */

export const clientLimits = {
  /** Bytes of text for each token, on average. */
  bytesPerToken: 4,
  /** Claude Code refuses a larger result unless the user raises MAX_MCP_OUTPUT_TOKENS. */
  resultTokens: 25_000,
  /** The default of the TypeScript SDK, and so of the clients that set none. */
  callMs: 60_000,
  /** Cursor (2025), and Copilot in VS Code. */
  tools: [40, 128],
} as const;
