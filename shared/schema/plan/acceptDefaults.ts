/** Builds JSON objects from the defaults of a schema. */
import { type Default, listDefaults } from "./defaults.ts";
import { createPlanner } from "./plan.ts";

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
