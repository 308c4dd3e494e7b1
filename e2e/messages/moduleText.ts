/** Writes the TypeScript module of a revision's message definitions. */
import { isDeepStrictEqual } from "node:util";
import {
  any,
  anyObject,
  base64,
  boolean,
  definitionName,
  fraction,
  integer,
  number,
  type Schema,
  type SchemaDefinitions,
  string,
  uri,
  uriTemplate,
} from "../../shared/protocol/messages/schema.ts";

/** A revision with its definitions. */
export interface Revision {
  readonly revision: string;
  readonly definitions: SchemaDefinitions;
}

/** The name of a revision's table and of its module. */
export function identifier(revision: string): string {
  return `revision${revision.replaceAll("-", "")}`;
}

/**
 * Writes the module of a revision: all definitions for the first revision, only the changes for a
 * later one.
 *
 * @param earlier the revision before it; undefined for the first
 * @returns the module's source text
 */
export function moduleText({ revision, definitions }: Revision, earlier?: Revision): string {
  const name = identifier(revision);
  if (!earlier) {
    const table = tableText(definitions);
    return `/** Message definitions of revision ${revision}. */
${notes(`official/${revision}.json`)}
${importText(`SchemaDefinitions ${table}`)}
export const ${name}: SchemaDefinitions = ${table};
`;
  }
  const before = earlier.definitions;
  const changed = Object.fromEntries(
    Object.entries(definitions).filter(([key, value]) => !isDeepStrictEqual(value, before[key])),
  );
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(definitions, key));
  const table = tableText(changed, before);
  const base = identifier(earlier.revision);
  return `/** Message definitions of revision ${revision}, as changes to ${earlier.revision}. */
${notes(`official/${revision}.json`)}
${importText(`SchemaDefinitions revise ${table}`)}import { ${base} as base } from "./${base}.ts";

const removed = [
${removed.map((key) => `  ${JSON.stringify(key)},\n`).join("")}] as const;

const changes: SchemaDefinitions = ${table};

export const ${name} = revise(base, changes, removed);
`;
}

/** Writes the module with the message definitions of MCP Apps. */
export function appModuleText(definitions: SchemaDefinitions): string {
  const table = tableText(definitions);
  return `/** Message definitions of MCP Apps 2026-01-26; references lead to those of the protocol. */
${notes("schema.json of @modelcontextprotocol/ext-apps")}
${importText(`SchemaDefinitions ${table}`)}
export const appMessages: SchemaDefinitions = ${table};
`;
}

const notes = (source: string) =>
  `// Generated from ${source} by \`npm run generate:messages\`; do not edit.
// biome-ignore-all format: one definition per line shows what differs between revisions
`;

/** Imports the helpers that a module's code uses. */
function importText(code: string): string {
  const unquoted = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
  const used = helpers.filter((helper) =>
    new RegExp(`(?<![.\\w])${helper.replace("type ", "")}\\b(?!:)`).test(unquoted),
  );
  return `import { ${used.join(", ")} } from "../schema.ts";\n`;
}

/** What `schema.ts` exports for tables, in the order in which imports are sorted. */
const helpers: readonly string[] = [
  "about",
  "all",
  "any",
  "anyObject",
  "base64",
  "boolean",
  "choice",
  "extend",
  "fraction",
  "integer",
  "list",
  "literal",
  "map",
  "number",
  "object",
  "ref",
  "revise",
  "type SchemaDefinitions",
  "string",
  "union",
  "unionOf",
  "uri",
  "uriTemplate",
  "without",
];

function tableText(definitions: SchemaDefinitions, before: SchemaDefinitions = {}): string {
  const lines = Object.entries(definitions).map(([name, schema]) => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    return `  ${name}: ${(old && changeText(`base.${name}`, old, schema)) ?? schemaText(schema)},\n`;
  });
  return `{\n${lines.join("")}}`;
}

/** An object as the one before it with members added, changed or removed, where that is shorter. */
function changeText(base: string, old: Schema, schema: Schema): string | undefined {
  if (!isObject(old) || !isObject(schema)) return undefined;
  const gone = Object.keys(old.properties).filter(
    (name) => !Object.hasOwn(schema.properties, name),
  );
  const isKept = (name: string) =>
    isDeepStrictEqual(old.properties[name], schema.properties[name]) &&
    isRequired(old, name) === isRequired(schema, name);
  const changed = Object.keys(schema.properties).filter((name) => !isKept(name));
  const from =
    gone.length > 0
      ? `without(${base}, ${gone.map((name) => JSON.stringify(name)).join(", ")})`
      : base;
  const text = changed.length > 0 ? `extend(${from}, ${partsText(schema, changed)})` : from;
  return text.length < schemaText(schema).length ? text : undefined;
}

interface ObjectWithMembers extends Schema {
  readonly properties: NonNullable<Schema["properties"]>;
}

/** Whether a schema is only an object with named members. */
function isObject(schema: Schema): schema is ObjectWithMembers {
  const { type, properties, required: _, ...others } = schema;
  return type === "object" && properties !== undefined && Object.keys(others).length === 0;
}

function isRequired(schema: Schema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}

/** The required members, and the optional ones if there are any, as arguments. */
function partsText(schema: ObjectWithMembers, names: readonly string[]): string {
  const required = names.filter((name) => isRequired(schema, name));
  const optional = names.filter((name) => !isRequired(schema, name));
  const text = (part: readonly string[]) =>
    part.length === 0
      ? "{}"
      : `{ ${part.map((name) => `${keyText(name)}: ${schemaText(schema.properties[name] ?? {})}`).join(", ")} }`;
  return optional.length > 0 ? `${text(required)}, ${text(optional)}` : text(required);
}

function keyText(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
}

/** A schema in the helpers of `schema.ts`; as a literal if no helper fits. */
function schemaText(schema: Schema): string {
  const { description, ...described } = schema;
  if (description !== undefined) {
    return `about(${JSON.stringify(description)}, ${schemaText(described)})`;
  }
  const known = named.find(([, value]) => isDeepStrictEqual(value, schema));
  if (known) return known[0];
  if (isObject(schema)) return `object(${partsText(schema, Object.keys(schema.properties))})`;
  const keywords = Object.keys(schema).toSorted().join(" ");
  const { $ref, anyOf, allOf, items, additionalProperties } = schema;
  if ($ref && keywords === "$ref") return `ref(${JSON.stringify(definitionName($ref))})`;
  if (schema.const !== undefined && keywords === "const") {
    return `literal(${JSON.stringify(schema.const)})`;
  }
  if (schema.enum && keywords === "enum") {
    return `choice(${schema.enum.map((text) => JSON.stringify(text)).join(", ")})`;
  }
  if (items && keywords === "items type") return `list(${schemaText(items)})`;
  if (additionalProperties && keywords === "additionalProperties type") {
    return `map(${schemaText(additionalProperties)})`;
  }
  if (anyOf && keywords === "anyOf") {
    const names = anyOf.map((part) => (Object.keys(part).length === 1 ? part.$ref : undefined));
    return names.every((name) => name !== undefined)
      ? `unionOf(${names.map((name) => JSON.stringify(definitionName(name))).join(", ")})`
      : `union(${anyOf.map(schemaText).join(", ")})`;
  }
  if (allOf && keywords === "allOf") return `all(${allOf.map(schemaText).join(", ")})`;
  return literalText(schema);
}

/** Schemas that `schema.ts` exports as values. */
const named: readonly (readonly [name: string, schema: Schema])[] = Object.entries({
  any,
  anyObject,
  base64,
  boolean,
  fraction,
  integer,
  number,
  string,
  uri,
  uriTemplate,
});

/** A schema as an object literal; schemas within it are written with the helpers. */
function literalText(schema: Schema): string {
  const members = Object.entries(schema).map(([keyword, value]) => {
    const isSchema = keyword === "items" || keyword === "additionalProperties";
    return `${keyword}: ${isSchema ? schemaText(value) : JSON.stringify(value)}`;
  });
  return `{ ${members.join(", ")} }`;
}
