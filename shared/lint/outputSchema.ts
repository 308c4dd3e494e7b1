/** Checks the result of a tool call against the tool's `outputSchema`, in the log and beside the result. */
import { getOwn } from "../core/json/getOwn.ts";
import type { Severity } from "../protocol/severity.ts";
import type { KnownFlowFinding } from "./finding.ts";

/** The first revision in which tools have an output schema. */
const firstRevision = "2025-06-18";

/** The result of validating `structuredContent`. */
export interface OutputVerdict {
  /** `checked` if `problems` are all there are. */
  readonly kind: string;
  readonly problems?: readonly { readonly pointer: string; readonly keyword: string }[];
  /** Number of further problems. */
  readonly more?: number;
}

export type OutputReport = KnownFlowFinding<"output-missing" | "output-mismatch"> & {
  readonly severity: Severity;
  /** The place in the result, as a JSON Pointer. */
  readonly pointer: string;
};

/**
 * What the tool's output schema requires of a result: nothing, a missing `structuredContent`, or
 * one that has to be validated.
 * @param outputSchema of the tool; undefined if it declares none
 * @param result the result of `tools/call`, not validated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema
 */
export function outputOf(
  revision: string,
  outputSchema: unknown,
  result: unknown,
): "none" | "missing" | "present" {
  if (outputSchema === undefined || revision < firstRevision) return "none";
  if (getOwn(result, "structuredContent") !== undefined) return "present";
  // an error, a task and a request for input have no output of the tool
  const isOutput =
    getOwn(result, "isError") !== true &&
    getOwn(result, "task") === undefined &&
    (getOwn(result, "resultType") ?? "complete") === "complete";
  return isOutput ? "missing" : "none";
}

/**
 * Reports a missing or invalid `structuredContent`.
 * @param tool name of the tool
 * @returns undefined if it fits, or could not be checked
 */
export function reportOutput(
  tool: string,
  verdict: OutputVerdict | "missing",
): OutputReport | undefined {
  if (verdict === "missing") {
    return { code: "output-missing", severity: "violation", pointer: "", evidence: { tool } };
  }
  const [first] = verdict.problems ?? [];
  if (verdict.kind !== "checked" || !first) return undefined;
  const count = (verdict.problems?.length ?? 0) + (verdict.more ?? 0);
  return {
    code: "output-mismatch",
    severity: "violation",
    pointer: `/structuredContent${first.pointer}`,
    evidence: { tool, count, at: first.pointer, keyword: first.keyword },
  };
}
