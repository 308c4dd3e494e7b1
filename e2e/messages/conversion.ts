/** Converts the published schema.json files into the TypeScript tables of `shared/protocol/messages`. */
import { isDeepStrictEqual } from "node:util";
import type { Schema, SchemaDefinitions } from "../../shared/protocol/messages/schema.ts";
import { enumOrders, hints, typeCorrections } from "./overlay.ts";

/** A published schema.json: draft-07 until 2025-06-18, 2020-12 since. */
export interface OfficialSchema {
  readonly definitions?: Readonly<Record<string, PublishedSchema>>;
  readonly $defs?: Readonly<Record<string, PublishedSchema>>;
}

/** The part of JSON Schema that the published files use. */
export interface PublishedSchema extends Omit<Schema, "$ref" | SubschemaKey | "publishedType"> {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly additionalProperties?: PublishedSchema | boolean;
  readonly items?: PublishedSchema;
  readonly anyOf?: readonly PublishedSchema[];
  readonly allOf?: readonly PublishedSchema[];
}

type SubschemaKey = "properties" | "additionalProperties" | "items" | "anyOf" | "allOf";

/** Keywords that the conversion knows; another one would change what the tables mean. */
const knownKeywords = new Set(
  "$ref additionalProperties allOf anyOf const description enum format items maxItems maximum minimum properties required type".split(
    " ",
  ),
);

/** A revision's published definitions as the tables state them. */
export class Conversion {
  /** Overlay entries that matched nothing yet; one that never matches is a mistake. */
  readonly unused = new Set([
    ...Object.keys(hints),
    ...Object.keys(typeCorrections),
    ...Object.keys(enumOrders),
  ]);

  /**
   * Converts one published file.
   *
   * @throws {Error} when the file uses a keyword that the checks of messages do not know
   */
  definitions(official: OfficialSchema): SchemaDefinitions {
    const published = official.$defs ?? official.definitions ?? {};
    return Object.fromEntries(
      Object.entries(published).map(([name, schema]) => [name, this.#schema(schema, name)]),
    );
  }

  #schema(published: PublishedSchema, definition: string, property?: string): Schema {
    const unknown = Object.keys(published).filter((keyword) => !knownKeywords.has(keyword));
    if (unknown.length > 0) throw new Error(`${definition} uses ${unknown.join(", ")}`);
    const inner = (schema: PublishedSchema) => this.#schema(schema, definition);
    const { $ref, properties, additionalProperties, items, anyOf, allOf } = published;
    const schema: Record<string, unknown> = {
      ...($ref !== undefined && { $ref: $ref.replace("#/definitions/", "#/$defs/") }),
      ...this.#type(published, definition),
      ...this.#enum(published, definition),
      ...pick(published, ["const", "format", "minimum", "maximum", "maxItems"]),
      ...(items && { items: inner(items) }),
      ...(anyOf && { anyOf: anyOf.map(inner) }),
      ...(allOf && { allOf: allOf.map(inner) }),
      ...(isSubschema(additionalProperties) && {
        additionalProperties: inner(additionalProperties),
      }),
    };
    if (properties && Object.keys(properties).length > 0) {
      schema.properties = Object.fromEntries(
        envelopeFirst(Object.keys(properties)).map((name) => [
          name,
          this.#schema(properties[name] ?? {}, definition, name),
        ]),
      );
    }
    if (published.required?.length) schema.required = published.required;
    const hint = property === undefined ? undefined : this.#hint(definition, property);
    return hint === undefined ? schema : { ...schema, description: hint };
  }

  /** The type, unless `const` or `enum` imply it: one wrong value is one finding, not two. */
  #type(published: PublishedSchema, definition: string): Pick<Schema, "type" | "publishedType"> {
    const { type } = published;
    if (type === undefined || published.const !== undefined || published.enum) return {};
    const correction = typeCorrections[definition];
    if (!correction || !isDeepStrictEqual(type, correction.published)) return { type };
    this.unused.delete(definition);
    return { type: correction.meant, publishedType: correction.published };
  }

  #enum(published: PublishedSchema, definition: string): Pick<Schema, "enum"> {
    if (!published.enum) return {};
    const order = enumOrders[definition];
    if (!order || !isDeepStrictEqual(order.toSorted(), published.enum.toSorted())) {
      return { enum: published.enum };
    }
    this.unused.delete(definition);
    return { enum: order };
  }

  #hint(definition: string, property: string): string | undefined {
    const key = [`${definition}.${property}`, property].find((name) => Object.hasOwn(hints, name));
    if (key === undefined) return undefined;
    this.unused.delete(key);
    return hints[key];
  }
}

/**
 * Sorts the members of a message before the others: schema.json sorts by name, and checks report in
 * the order of the tables.
 */
function envelopeFirst(names: readonly string[]): string[] {
  const envelope = ["jsonrpc", "id", "method"];
  return [
    ...envelope.filter((name) => names.includes(name)),
    ...names.filter((name) => !envelope.includes(name)),
  ];
}

/** Whether `additionalProperties` restricts anything; `{}` and `true` are the default. */
function isSubschema(value: PublishedSchema | boolean | undefined): value is PublishedSchema {
  return typeof value === "object" && Object.keys(value).length > 0;
}

function pick<T extends object, const K extends readonly (keyof T)[]>(from: T, keys: K) {
  return Object.fromEntries(keys.filter((key) => key in from).map((key) => [key, from[key]]));
}
