/** Names and describes the formats that a recording can be exported in. */
import type { ExportFormat } from "../../../shared/recording/export/exportFormats.ts";
import type { EmptyExport } from "../../../shared/recording/export/exportRecording.ts";

export const exportLabels: Readonly<Record<ExportFormat, string>> = {
  har: "HAR",
  curl: "curl",
  powershell: "PowerShell",
  typescript: "TypeScript",
  python: "Python",
  "mcp-json": "mcp.json",
  markdown: "Markdown",
  otlp: "OTLP",
  collection: "Regression test",
  client: "Client profile",
};

export const exportDescriptions: Readonly<Record<ExportFormat, string>> = {
  har: "HTTP exchanges, for network panels",
  curl: "a script for bash or zsh",
  powershell: "the same for PowerShell",
  typescript: "a program that repeats them",
  python: "a program that repeats them",
  "mcp-json": "the server, for other clients",
  markdown: "a report, to paste into an issue",
  otlp: "spans, for OpenTelemetry",
  collection: "the calls and their answers, for run",
  client: "what the client declares and does",
};

export const emptyExportTexts: Readonly<Record<EmptyExport, string>> = {
  "no-exchanges":
    "This export is empty: the session has no HTTP exchanges. Messages of a command are in the other formats.",
  "no-calls": "This export is empty: the session has no requests of the client.",
};
