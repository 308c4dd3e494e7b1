/** Writes objects that hold what a schema proposes, and nothing else. */
import { type Default, listDefaults } from "./defaults.ts";
import { createPlanner } from "./plan.ts";

/**
 * The JSON text of an object that holds every default of its schema: what a form that is accepted as
 * it was proposed sends.
 * @param schema the `requestedSchema` of an elicitation, or any schema of an object
 * @returns one line; `{}` where nothing is proposed
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function acceptDefaults(schema: unknown): string {
  const defaults = listDefaults(schema);
  return defaults[0]?.path.length === 0 ? defaults[0].text : objectOf(defaults, 0);
}

/**
 * The JSON text of an object that holds the defaults of its required properties: what a form starts
 * with, so that nothing is reported as missing for which the schema proposes a value. A default that
 * does not fit its schema is left out, and so are those of optional properties: the server applies them.
 * @param schema the `inputSchema` of a tool, or any schema of an object
 * @returns one line; `{}` where nothing is proposed
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export function requiredDefaults(schema: unknown): string {
  const root = createPlanner(schema).plan("", undefined, new Map());
  const members = (root.kind === "object" ? root.fields : [])
    .filter(({ required, defaultText }) => required && defaultText !== undefined)
    .map(({ path, defaultText }) => `${JSON.stringify(String(path[0]))}: ${defaultText}`);
  return `{${members.join(", ")}}`;
}

/** The object whose members are named by the step at `depth` of each path. */
function objectOf(defaults: readonly Default[], depth: number): string {
  const byName = Map.groupBy(defaults, ({ path }) => String(path[depth]));
  const members = [...byName].map(([name, own]) => {
    const whole = own.find(({ path }) => path.length === depth + 1);
    return `${JSON.stringify(name)}:${whole?.text ?? objectOf(own, depth + 1)}`;
  });
  return `{${members.join(",")}}`;
}
