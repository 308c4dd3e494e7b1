/** Which values a schema proposes. */

import type { Path } from "../../core/json/jsonText.ts";
import type { Field } from "./field.ts";
import { createPlanner } from "./plan.ts";

/** A value that a schema proposes for one place. */
export interface Default {
  readonly path: Path;
  /** The value as JSON text. */
  readonly text: string;
}

/**
 * The defaults of a schema that fit it, in the order of its properties; a default of a whole object
 * stands for those inside it.
 */
export function listDefaults(schema: unknown): Default[] {
  return defaultsOf(createPlanner(schema).plan("", undefined, new Map()));
}

function defaultsOf(field: Field): Default[] {
  if (field.defaultText !== undefined) return [{ path: field.path, text: field.defaultText }];
  if (field.kind === "object") return field.fields.flatMap(defaultsOf);
  return field.kind === "union" ? defaultsOf(field.field) : [];
}
