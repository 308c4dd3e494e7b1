/** Names the formats of exported recordings, without the code that writes them. */

/** The formats, by the names that the command line uses. */
export const exportFormats = [
  "har",
  "curl",
  "powershell",
  "typescript",
  "python",
  "mcp-json",
  "markdown",
  "otlp",
  "collection",
  "client",
] as const;

export type ExportFormat = (typeof exportFormats)[number];
