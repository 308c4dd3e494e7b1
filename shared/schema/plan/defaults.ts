/** Lists the defaults of a schema, and builds JSON objects from them. */
import type { Path } from "../../core/json/jsonText.ts";
import type { Field } from "./field.ts";
import { createPlanner } from "./plan.ts";

/** The default of one place. */
interface Default {
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

/**
 * Returns the JSON text of an object with every default of its schema: the content of a form that is
 * accepted unchanged.
 * @param schema the `requestedSchema` of an elicitation, or any schema of an object
 * @returns one line; `{}` if there are none
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function acceptDefaults(schema: unknown): string {
  const defaults = listDefaults(schema);
  return defaults[0]?.path.length === 0 ? defaults[0].text : objectOf(defaults, 0);
}

/**
 * Returns the JSON text of an object with the defaults of its required properties: the initial value of
 * a form, so that a property with a default is not reported as missing. Defaults that do not match their
 * schema are left out, and so are those of optional properties, which the server applies.
 * @param schema the `inputSchema` of a tool, or any schema of an object
 * @returns one line; `{}` if there are none
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export function requiredDefaults(schema: unknown): string {
  const root = createPlanner(schema).plan("", undefined, new Map());
  const members = (root.kind === "object" ? root.fields : [])
    .filter(({ required, defaultText }) => required && defaultText !== undefined)
    .map(({ path, defaultText }) => `${JSON.stringify(String(path[0]))}: ${defaultText}`);
  return `{${members.join(", ")}}`;
}

/** Builds the object whose members are named by the path segment at `depth`. */
function objectOf(defaults: readonly Default[], depth: number): string {
  const byName = Map.groupBy(defaults, ({ path }) => String(path[depth]));
  const members = [...byName].map(([name, own]) => {
    const whole = own.find(({ path }) => path.length === depth + 1);
    return `${JSON.stringify(name)}:${whole?.text ?? objectOf(own, depth + 1)}`;
  });
  return `{${members.join(",")}}`;
}
