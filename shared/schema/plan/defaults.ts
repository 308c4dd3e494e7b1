/** Lists the defaults of a schema. */

import type { Path } from "../../core/json/jsonText.ts";
import type { Field } from "./field.ts";
import { createPlanner } from "./plan.ts";

/** The default of one place. */
export interface Default {
  readonly path: Path;
  /** The value as JSON text. */
  readonly text: string;
}

/**
 * Lists the defaults that match their schema, in the order of properties; the default of an object
 * replaces those inside it.
 */
export function listDefaults(schema: unknown): Default[] {
  return defaultsOf(createPlanner(schema).plan("", undefined, new Map()));
}

function defaultsOf(field: Field): Default[] {
  if (field.defaultText !== undefined) return [{ path: field.path, text: field.defaultText }];
  if (field.kind === "object") return field.fields.flatMap(defaultsOf);
  return field.kind === "union" ? defaultsOf(field.field) : [];
}
