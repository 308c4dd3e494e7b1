/** Fuzz properties of JSON Schemas from servers: planning, preparing and validating never throw. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { parseJson } from "../../shared/core/json/jsonText.ts";
import { acceptDefaults } from "../../shared/schema/plan/defaults.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import { prepare } from "../../shared/schema/prepare/prepare.ts";
import { validate } from "../../shared/schema/validate/validate.ts";
import {
  anyJson,
  deepJson,
  distorted,
  type FuzzProperty,
  fuzzProperty,
} from "./property.fixture.ts";

const names = fc.constantFrom("a", "b", "__proto__", "constructor", "", "é/~");
const types = fc.constantFrom(
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
  "any",
);
const references = fc.constantFrom(
  "#",
  "#/properties/a",
  "#/$defs/b",
  "#/$defs/__proto__",
  "#anchor",
  "#%",
  "http://[",
  "other.json#/x",
  "#/allOf/0",
);

/** Small schemas; limits for large ones are tested elsewhere. */
const schemas: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => {
  const schema = tie("schema");
  const map = fc.dictionary(names, schema, { maxKeys: 2, noNullPrototype: true });
  const list = fc.array(schema, { maxLength: 2 });
  const size = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(-1, 0.5, 1e308));
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.constantFrom(true, false, {}, null, 1),
      fc.record({ type: types }, { noNullPrototype: true }),
      fc.record({ $ref: references }, { noNullPrototype: true }),
      fc.record(
        {
          type: fc.oneof(types, fc.array(types, { maxLength: 3 })),
          properties: map,
          required: fc.array(names, { maxLength: 2 }),
          additionalProperties: schema,
          patternProperties: map,
          items: fc.oneof(schema, list),
          prefixItems: list,
          default: anyJson,
          minimum: size,
          multipleOf: size,
          minLength: size,
          maxItems: size,
        },
        { requiredKeys: ["type"], noNullPrototype: true },
      ),
      fc.record(
        {
          $schema: fc.constantFrom(
            "http://json-schema.org/draft-04/schema#",
            "http://json-schema.org/draft-07/schema#",
            "https://json-schema.org/draft/2020-12/schema",
            "x",
          ),
          $id: fc.constantFrom("http://a/", "#x", ""),
          $anchor: fc.constantFrom("anchor", ""),
          $defs: map,
          $ref: references,
          $dynamicRef: references,
          allOf: list,
          anyOf: list,
          oneOf: list,
          not: schema,
          if: schema,
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
          then: schema,
          else: schema,
          dependentSchemas: map,
          dependencies: map,
          enum: fc.array(anyJson, { maxLength: 3 }),
          const: anyJson,
          pattern: fc.constantFrom("^a$", "[", "\\p{L}"),
          format: fc.constantFrom("date", "email", "uri", "__proto__"),
          title: fc.oneof(fc.string(), anyJson),
          description: fc.oneof(fc.string(), anyJson),
          discriminator: anyJson,
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
  };
}).schema;

const anySchema = fc.oneof(schemas, distorted(schemas), anyJson);
const values = anyJson.map((value) => JSON.stringify(value));

/** Plans a form twice, and checks that the result is reused. */
function plan(schema: unknown, text: string): void {
  const parsed = parseJson(text);
  ok(parsed.kind !== "broken");
  if (parsed.kind !== "tree") return;
  const planner = createPlanner(schema);
  const first = planner.plan(text, parsed.root, new Map());
  // equal input gives the same object, so that nothing is rendered again
  ok(planner.plan(text, parsed.root, new Map()) === first || typeof first === "object");
}

export const schemaProperties: readonly FuzzProperty[] = [
  fuzzProperty(
    "any JSON as a schema is planned",
    fc.tuple(anySchema, values),
    ([schema, text]) => {
      plan(schema, text);
      plan(schema, "");
    },
    1000,
  ),
  fuzzProperty(
    "any JSON as a schema is prepared for validation",
    anySchema,
    (schema) => {
      ok(prepare(schema).root);
    },
    1000,
  ),
  fuzzProperty(
    "any JSON is validated against any schema",
    fc.tuple(anySchema, values),
    ([schema, text]) => {
      const before = JSON.stringify(schema);
      const { kind } = validate(schema, text);
      ok(["checked", "unreadable"].includes(kind), `it was ${kind}`);
      ok(JSON.stringify(schema) === before, "The schema was changed");
    },
    1000,
  ),
  fuzzProperty(
    "defaults of any schema are JSON",
    anySchema,
    (schema) => {
      JSON.parse(acceptDefaults(schema));
    },
    1000,
  ),
  fuzzProperty(
    "deeply nested schemas and values",
    fc.tuple(deepJson(300), deepJson(20_000)),
    ([schema, text]) => {
      let document: unknown;
      try {
        document = JSON.parse(schema);
      } catch {
        document = {};
      }
      createPlanner(document).plan("", undefined, new Map());
      validate(document, text);
      acceptDefaults(document);
    },
    20,
  ),
];
