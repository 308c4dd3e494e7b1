/** Turns a recording into a text of another format. */
import type { Recording } from "../recording.ts";
import { exportClientProfile } from "./clientProfile.ts";
import { exportCurl } from "./curl.ts";
import { type ExportChoice, exportedCalls, httpExchangesOf } from "./exchanges.ts";
import type { ExportFormat } from "./exportFormats.ts";
import { exportHar } from "./har.ts";
import { exportMcpJson } from "./mcpJson.ts";
import { exportOtlp } from "./otlp.ts";
import { exportPowerShell } from "./powerShell.ts";
import { exportPython } from "./python.ts";
import { exportCollection } from "./regressionTest.ts";
import { exportReport } from "./report.ts";
import { exportTypeScript } from "./typescript.ts";

interface ExportedFile {
  readonly name: string;
  readonly type: string;
}

const exporters: Readonly<
  Record<ExportFormat, (recording: Recording, choice?: ExportChoice) => string>
> = {
  har: exportHar,
  curl: exportCurl,
  powershell: exportPowerShell,
  typescript: exportTypeScript,
  python: exportPython,
  "mcp-json": exportMcpJson,
  markdown: exportReport,
  otlp: exportOtlp,
  collection: exportCollection,
  client: exportClientProfile,
};

export const exportedFiles: Readonly<Record<ExportFormat, ExportedFile>> = {
  har: { name: "session.har", type: "application/json" },
  curl: { name: "session.sh", type: "text/plain" },
  powershell: { name: "session.ps1", type: "text/plain" },
  typescript: { name: "session.mts", type: "text/plain" },
  python: { name: "session.py", type: "text/plain" },
  "mcp-json": { name: "mcp.json", type: "application/json" },
  markdown: { name: "session.md", type: "text/markdown" },
  otlp: { name: "session.otlp.json", type: "application/json" },
  collection: { name: "session.calls.json", type: "application/json" },
  client: { name: "client.json", type: "application/json" },
};

/**
 * Exports a recording, or a selection of its entries; masked values stay masked.
 * @param choice the entries to export; all by default
 */
export function exportRecording(
  recording: Recording,
  format: ExportFormat,
  choice: ExportChoice = {},
): string {
  return exporters[format](recording, choice);
}

/** Why an export has none of the messages of a recording. */
export type EmptyExport = "no-exchanges" | "no-calls";

const onlyCalls: readonly ExportFormat[] = ["typescript", "python", "otlp", "collection"];

/** @returns undefined if the export has messages, or is not about them */
export function emptyExport(recording: Recording, format: ExportFormat): EmptyExport | undefined {
  if (format === "har" && httpExchangesOf(recording).length === 0) return "no-exchanges";
  const isAboutCalls = onlyCalls.includes(format);
  return isAboutCalls && exportedCalls(recording).length === 0 ? "no-calls" : undefined;
}
