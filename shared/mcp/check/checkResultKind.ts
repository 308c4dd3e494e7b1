/** Determines which definition a result must match, if its method allows several. */

import { isJsonObject } from "../../core/jsonObject.ts";
import { methodIn } from "../methods.ts";
import type { Revision } from "../revisions.ts";
import type { Collector } from "./checkCollector.ts";
import { registryOf } from "./checkDefinitions.ts";

/** Methods whose result may request input. */
const inputMethods = ["tools/call", "prompts/get", "resources/read"];

/**
 * Returns the definition to check a result against: the method's, or one that may replace it (a task,
 * a request for input).
 */
export function resultKind(
  revision: Revision,
  method: string,
  result: unknown,
  findings: Collector,
): string {
  const usual = methodIn(revision, method)[0]?.result ?? "Result";
  if (!isJsonObject(result)) return usual;
  if (revision < "2026-07-28")
    return isTaskInstead(revision, usual, result) ? "CreateTaskResult" : usual;

  const { resultType } = result;
  if (typeof resultType !== "string" || resultType === "complete") return usual;
  const path = ["resultType"];
  if (resultType === "input_required") {
    const page = "basic/patterns/mrtr#supported-requests";
    if (!inputMethods.includes(method))
      findings.add({ code: "input-not-allowed", method }, { path, page });
    return "InputRequiredResult";
  }
  const page = "basic#resulttype";
  findings.add({ code: "unknown-result-type", resultType }, { path, page, severity: "warning" });
  return "Result";
}

/** Whether the result is a task, without any required member of the method's own result. */
function isTaskInstead(
  revision: Revision,
  usual: string,
  result: Readonly<Record<string, unknown>>,
): boolean {
  const registry = registryOf(revision, "meant");
  const required = registry.schema(usual)?.required ?? [];
  return (
    !!registry.schema("CreateTaskResult") &&
    Object.hasOwn(result, "task") &&
    required.length > 0 &&
    !required.some((name) => Object.hasOwn(result, name))
  );
}
