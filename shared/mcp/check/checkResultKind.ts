/** Finds out which kind of result was given where a method has several. */

import type { CheckedRevision } from "../messages/definitions.ts";
import { methodIn } from "../methods.ts";
import type { Collector } from "./checkCollector.ts";
import { bookOf } from "./checkDefinitions.ts";
import { isObject } from "./checkEnvelope.ts";

/** The methods whose answer may be a question. */
const mayAsk = ["tools/call", "prompts/get", "resources/read"];

/**
 * The definition that a result is to be checked against: the method's, or one of those that may
 * stand in its place (a task, a request for input).
 */
export function resultKind(
  revision: CheckedRevision,
  method: string,
  result: unknown,
  findings: Collector,
): string {
  const usual = methodIn(revision, method)[0]?.result ?? "Result";
  if (!isObject(result)) return usual;
  if (revision < "2026-07-28")
    return isTaskInstead(revision, usual, result) ? "CreateTaskResult" : usual;

  const { resultType } = result;
  if (typeof resultType !== "string" || resultType === "complete") return usual;
  const path = ["resultType"];
  if (resultType === "input_required") {
    const page = "basic/patterns/mrtr#supported-requests";
    if (!mayAsk.includes(method))
      findings.add({ code: "input-not-allowed", method }, { path, page });
    return "InputRequiredResult";
  }
  const page = "basic#resulttype";
  findings.add({ code: "unknown-result-type", resultType }, { path, page, severity: "warning" });
  return "Result";
}

/** Whether a task was created, and nothing that the method's own result must have is there. */
function isTaskInstead(
  revision: CheckedRevision,
  usual: string,
  result: Readonly<Record<string, unknown>>,
): boolean {
  const book = bookOf(revision, "meant");
  const required = book.schema(usual)?.required ?? [];
  return (
    !!book.schema("CreateTaskResult") &&
    Object.hasOwn(result, "task") &&
    required.length > 0 &&
    !required.some((name) => Object.hasOwn(result, name))
  );
}
