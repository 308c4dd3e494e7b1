/** Validates a text in a worker while it is edited. */
import { useEffect, useState } from "react";
import type { Verdict } from "../../shared/schema/validate/validate.ts";
import { startWorker } from "../platform/trustedWorker.ts";
import { type Checker, type CheckWorker, createChecker } from "./checker.ts";
import workerUrl from "./validateWorker.ts?worker&url";

export interface Validation {
  /** The newest verdict; undefined before the first, or without a schema. */
  readonly verdict: Verdict | undefined;
  /** Whether the verdict is about the current text. */
  readonly isCurrent: boolean;
}

const timeLimit = 2000;

const checker: Checker = createChecker({
  createWorker: () => startWorker(workerUrl) as CheckWorker,
  timeLimit,
});

/**
 * Checks a text against a schema in a worker.
 * @param schema the schema as it was parsed; undefined if there is none
 * @param text JSON text; undefined if there is no value
 */
export function useValidation(schema: unknown, text: string | undefined): Validation {
  const [last, setLast] = useState<{ schema: unknown; text: string; verdict: Verdict }>();

  useEffect(() => {
    if (schema === undefined || text === undefined) return;
    const controller = new AbortController();
    void checkValue(schema, text, controller.signal).then((verdict) => {
      if (!controller.signal.aborted) setLast({ schema, text, verdict });
    });
    return () => controller.abort();
  }, [schema, text]);

  if (!last || last.schema !== schema || text === undefined) {
    return { verdict: undefined, isCurrent: false };
  }
  return { verdict: last.verdict, isCurrent: last.text === text };
}

/**
 * Checks one value against a schema in the same worker, such as a result's `structuredContent`
 * against the tool's `outputSchema`.
 */
export function checkValue(schema: unknown, text: string, signal?: AbortSignal): Promise<Verdict> {
  const schemaText = textOf(schema);
  if (typeof schemaText !== "string") return Promise.resolve(schemaText);
  return checker.check(schemaText, text, signal);
}

/** Maximum length of a schema that is sent to the worker with each change, in UTF-16 code units. */
const longestSchema = 8_000_000;

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
    return text.length <= longestSchema ? text : unchecked("schema-too-large");
  } catch {
    return unchecked("schema-too-deep");
  }
}
