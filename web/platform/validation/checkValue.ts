/** Checks values against schemas in one worker of the page. */
import type { Verdict } from "../../../shared/schema/validate/validate.ts";
import { createJobQueue } from "../jobQueue.ts";
import { startWorker } from "../trustedWorker.ts";
import type { CheckJob } from "./validateWorker.ts";
import workerUrl from "./validateWorker.ts?worker&url";

/** Milliseconds that one check may take. */
const timeLimit = 2000;

const queue = createJobQueue<CheckJob, Verdict>({
  createWorker: () => startWorker(workerUrl),
  timeLimit,
});

/**
 * Checks one value against a schema, such as a result's `structuredContent` against the tool's
 * `outputSchema`.
 * @param schema the schema as it was parsed
 * @param text JSON text
 * @param signal removes the check from the queue; its promise then never settles
 */
export async function checkValue(
  schema: unknown,
  text: string,
  signal?: AbortSignal,
): Promise<Verdict> {
  const schemaText = textOf(schema);
  if (typeof schemaText !== "string") return schemaText;
  const result = await queue.run({ schemaText, text }, signal);
  if (result.kind === "done") return result.reply;
  return {
    kind: "unchecked",
    reason:
      result.kind === "timeout"
        ? { code: "timeout", limitMs: timeLimit }
        : { code: "worker-failed" },
  };
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
