/** Reads what the sandbox page reports about an app's document; an app can forge these reports. */
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import type { BlockedRequest } from "./policy.ts";

/** Something that happened in the app's document. */
export type SandboxReport =
  | { readonly kind: "document-loaded" }
  | { readonly kind: "painted" }
  /** The app has navigated its frame to another document. */
  | { readonly kind: "navigated" }
  | { readonly kind: "console"; readonly level: "error" | "warn"; readonly text: string }
  | {
      readonly kind: "error";
      readonly text: string;
      readonly source?: string;
      readonly line?: number;
    }
  | { readonly kind: "blocked"; readonly request: BlockedRequest }
  /** A feature of the browser that the frame may not use, such as `camera`. */
  | { readonly kind: "feature-blocked"; readonly feature: string }
  /** A message of the app, in UTF-16 code units, that the sandbox page did not pass on. */
  | { readonly kind: "too-large"; readonly length: number };

export const sandboxReportMethod = "ui/notifications/sandbox-report";

/** UTF-16 code units of each text that are kept. */
const maximumLength = 1000;

/**
 * Reads the parameters of a report.
 * @returns undefined if they are not those of a report
 */
export function readSandboxReport(params: JsonObject): SandboxReport | undefined {
  const text = (name: string) => {
    const value = params[name];
    return typeof value === "string" ? value.slice(0, maximumLength) : "";
  };
  const count = (name: "line" | "column") => {
    const value = params[name];
    return typeof value === "number" && value > 0 ? { [name]: value } : {};
  };
  if (!isJsonObject(params)) return undefined;
  const { kind } = params;
  switch (kind) {
    case "document-loaded":
    case "painted":
    case "navigated":
      return { kind };
    case "console":
      return { kind, level: params.level === "warn" ? "warn" : "error", text: text("text") };
    case "error":
      return {
        kind,
        text: text("text"),
        ...(text("source") && { source: text("source") }),
        ...count("line"),
      };
    case "blocked": {
      const disposition = params.disposition === "report" ? "report" : "enforce";
      const sample = text("sample");
      const request = {
        url: text("url"),
        directive: text("directive"),
        disposition,
        ...count("line"),
        ...count("column"),
        ...(sample && { sample }),
      } as const;
      return { kind, request };
    }
    case "feature-blocked":
      return { kind, feature: text("feature") };
    case "too-large":
      return { kind, length: typeof params.length === "number" ? params.length : 0 };
    default:
      return undefined;
  }
}
