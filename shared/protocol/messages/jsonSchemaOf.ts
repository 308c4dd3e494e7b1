/** Builds self-contained JSON Schema documents for messages, as an editor needs them. */
import { methodIn } from "../methods.ts";
import type { Revision } from "../revisions.ts";
import { definitionsOf } from "./definitions.ts";
import { definitionName, type Schema } from "./schema.ts";

/** A JSON Schema of dialect 2020-12 that refers to no other document. */
interface SchemaDocument extends Schema {
  readonly $schema: "https://json-schema.org/draft/2020-12/schema";
  readonly $defs: Readonly<Record<string, Schema>>;
}

/**
 * Builds the JSON Schema of a definition, including the definitions it refers to.
 *
 * @param revision the definition's revision
 * @param name the definition's name in the specification, such as `CallToolRequest`
 * @throws {RangeError} when the revision has no definition of that name
 */
export function jsonSchemaOf(revision: Revision, name: string): SchemaDocument {
  return documentOf(revision, { $ref: `#/$defs/${name}` });
}

/**
 * Builds the JSON Schema of a method's parameters.
 *
 * @returns undefined if the revision does not define the method
 */
export function paramsSchemaOf(revision: Revision, method: string): SchemaDocument | undefined {
  const definition = methodIn(revision, method)[0]?.definition;
  if (definition === undefined) return undefined;
  const params = definitionsOf(revision)[definition]?.properties?.params;
  return params && documentOf(revision, params);
}

function documentOf(revision: Revision, root: Schema): SchemaDocument {
  const definitions = definitionsOf(revision);
  const $defs: Record<string, Schema> = {};
  const pending = [...namesIn(root)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (Object.hasOwn($defs, name)) continue;
    const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!schema) throw new RangeError(`${revision} has no definition named ${name}`);
    $defs[name] = plain(schema);
    pending.push(...namesIn(schema));
  }
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...plain(root), $defs };
}

function namesIn(schema: Schema): string[] {
  return [
    ...(schema.$ref ? [definitionName(schema.$ref)] : []),
    ...partsOf(schema).flatMap(namesIn),
  ];
}

function partsOf(schema: Schema): readonly Schema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...[schema.additionalProperties, schema.items].filter((part) => part !== undefined),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
  ];
}

/** Copies a schema without keywords that JSON Schema does not define. */
function plain(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === "publishedType" ? undefined : value)),
  );
}
