/** Validates a text in a worker while it is edited. */
import { useEffect, useState } from "react";
import type { Verdict } from "../../shared/schema/validate/validate.ts";
import { checkValue } from "../platform/validation/checkValue.ts";

interface Validation {
  /** The newest verdict; undefined before the first, or without a schema. */
  readonly verdict: Verdict | undefined;
  /** Whether the verdict is about the current text. */
  readonly isCurrent: boolean;
}

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
