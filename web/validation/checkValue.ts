/** Checks values against schemas in one worker of the page. */
import type { Verdict } from "../../shared/schema/validate/validate.ts";
import { startWorker } from "../platform/trustedWorker.ts";
import { type Checker, type CheckWorker, createChecker } from "./checker.ts";
import workerUrl from "./validateWorker.ts?worker&url";

const timeLimit = 2000;

const checker: Checker = createChecker({
  createWorker: () => startWorker(workerUrl) as CheckWorker,
  timeLimit,
});

/**
 * Checks one value against a schema, such as a result's `structuredContent` against the tool's
 * `outputSchema`.
 * @param schema the schema as it was parsed
 * @param text JSON text
 * @param signal removes the check from the queue; its promise then never settles
 */
export function checkValue(schema: unknown, text: string, signal?: AbortSignal): Promise<Verdict> {
  const schemaText = textOf(schema);
  if (typeof schemaText !== "string") return Promise.resolve(schemaText);
  return checker.check(schemaText, text, signal);
}

/** Maximum length of a schema that is sent to the worker with each change, in UTF-16 code units. */
const maxSchemaLength = 8_000_000;

const texts = new WeakMap<object, string | Verdict>();

/** Returns the cached JSON text of a schema, or why it cannot be used. */
function textOf(schema: unknown): string | Verdict {
  const isObject = typeof schema === "object" && schema !== null;
  const known = isObject ? texts.get(schema) : undefined;
  const made = known ?? writeSchema(schema);
  if (isObject) texts.set(schema, made);
  return made;
}

function writeSchema(schema: unknown): string | Verdict {
  const unchecked = (code: "schema-too-large" | "schema-too-deep"): Verdict => ({
    kind: "unchecked",
    reason: { code },
  });
  try {
    const text = JSON.stringify(schema) ?? "null";
    return text.length <= maxSchemaLength ? text : unchecked("schema-too-large");
  } catch {
    return unchecked("schema-too-deep");
  }
}
