/** Validates messages against a protocol revision and returns findings; never throws for a message. */

import { isJsonObject } from "../../core/json/jsonObject.ts";
import { type MethodDirection, methodIn } from "../methods.ts";
import { oldestRevision, type Revision, revisions } from "../revisions.ts";
import { type Collector, createCollector } from "./checkCollector.ts";
import { registryOf } from "./checkDefinitions.ts";
import { checkEnvelope } from "./checkEnvelope.ts";
import type { SchemaFinding } from "./checkFinding.ts";

/**
 * Checks a value against a definition of a revision's schema.
 * A value is valid by the published schema.json if no finding is a violation; a string in the wrong
 * format is a warning only.
 *
 * @param revision the definition's revision
 * @param name the definition's name in the specification, such as `CallToolResult`
 * @param value any JSON value
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema
 */
export function checkDefinition(revision: Revision, name: string, value: unknown): SchemaFinding[] {
  const { known, collector } = startCheck(revision);
  const registry = registryOf(known, "published");
  if (registry.schema(name)) collector.visit(registry.check(name), name, value);
  else collector.add({ code: "unknown-definition", name });
  return collector.findings;
}

/**
 * Checks one transmitted message: a request, a notification, a response, or a batch of them.
 * Of a result, only what all results share is checked; {@link checkResult} checks the rest.
 *
 * @param revision the negotiated revision; an unknown one is checked as the latest known one before it
 * @param direction the direction of the message
 * @param message any JSON value
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function checkMessage(
  revision: string,
  direction: MethodDirection,
  message: unknown,
): SchemaFinding[] {
  const { known, collector } = startCheck(revision);
  checkEnvelope({ revision: known, direction, findings: collector }, message);
  return collector.findings;
}

/**
 * Checks a result against the definition of its request's method.
 *
 * @param revision as for {@link checkMessage}
 * @param method the request's method
 * @param result the `result` member of the response; pointers of findings are relative to it
 */
export function checkResult(revision: string, method: string, result: unknown): SchemaFinding[] {
  const { known, collector } = startCheck(revision);
  const name = resultKind(known, method, result, collector);
  collector.visit(registryOf(known, "meant").check(name), name, result);
  return collector.findings;
}

/** Finds the revision to check against: names of revisions are dates, so string order is date order. */
function startCheck(revision: string) {
  const known = revisions.find((known) => known <= revision) ?? oldestRevision;
  const collector = createCollector(known);
  if (known !== revision) {
    const detail = { code: "unknown-revision", revision, checkedAs: known } as const;
    collector.add(detail, { severity: "note" });
  }
  return { known, collector };
}

/** Methods whose result may request input. */
const inputMethods = ["tools/call", "prompts/get", "resources/read"];

/**
 * Returns the definition to check a result against: the method's, or one that may replace it (a task,
 * a request for input).
 */
function resultKind(
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
