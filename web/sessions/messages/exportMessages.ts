/** Names and describes the formats that a recording can be exported in. */
import type { ExportFormat } from "../../../shared/recording/export/exportRecording.ts";

export const exportLabels: Readonly<Record<ExportFormat, string>> = {
  har: "HAR",
  curl: "curl commands",
  typescript: "TypeScript",
  python: "Python",
  "mcp-json": "mcp.json",
  markdown: "Markdown report",
  otlp: "OpenTelemetry spans (OTLP)",
};

export const exportDescriptions: Readonly<Record<ExportFormat, string>> = {
  har: "The HTTP exchanges, for the network panels of browsers and other HTTP tools. A stdio server has none.",
  curl: "A shell script with a command for each request. It reads the session id itself, and names the variables for masked values.",
  typescript: "A program with the official SDK that repeats the requests and prints their results.",
  python: "A program with the official SDK that repeats the requests and prints their results.",
  "mcp-json": "The server as a configuration of MCP clients such as Claude and Cursor.",
  markdown: "A bug report with the server and the messages, to paste into an issue.",
  otlp: "One span for each request, for OpenTelemetry tools.",
};
