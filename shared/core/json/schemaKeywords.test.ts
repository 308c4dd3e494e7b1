import { expect, test } from "vitest";
import { findMisusedKeyword } from "./schemaKeywords.ts";

const property = (schema: unknown) => ({ type: "object", properties: { city: schema } });

test.for([
  ["a type that is none", property({ type: "strin" }), "/properties/city/type", '"strin"'],
  [
    "required at the property",
    property({ type: "string", required: true }),
    "/properties/city/required",
    "true",
  ],
  ["a list of properties", { type: "object", properties: [] }, "/properties", "[]"],
  ["a type in place of a schema", property("string"), "/properties/city", '"string"'],
  ["null in place of a schema", property(null), "/properties/city", "null"],
  ["values that are no list", property({ enum: "a,b" }), "/properties/city/enum", '"a,b"'],
  ["alternatives that are no list", { anyOf: { type: "string" } }, "/anyOf", '{"type":"string"}'],
  ["a limit as text", property({ minimum: "1" }), "/properties/city/minimum", '"1"'],
  ["no types at all", property({ type: [] }), "/properties/city/type", "[]"],
  [
    "a description that is no text",
    property({ description: { en: "City" } }),
    "/properties/city/description",
    '{"en":"City"}',
  ],
  ["in a definition", { $defs: { city: { items: 1 } } }, "/$defs/city/items", "1"],
] as const)("%s", ([, schema, at, found]) => {
  expect(findMisusedKeyword(schema)).toEqual({ at, found });
});

test.for([
  ["nothing", {}],
  ["true and false", property(true)],
  ["keywords of others", property({ type: "string", "x-order": 1, nullable: "yes", example: {} })],
  [
    "properties that are called like keywords",
    property({ type: "object", properties: { type: { type: "string" }, required: true } }),
  ],
  [
    "values that are like schemas",
    property({
      const: { type: 1 },
      default: { type: 2 },
      enum: [{ type: 3 }],
      examples: [{ type: 4 }],
    }),
  ],
  [
    "older drafts",
    property({ type: "number", minimum: 1, exclusiveMinimum: true, items: [{ type: "string" }] }),
  ],
  ["several types", property({ type: ["string", "null"] })],
  ["a pattern that only some engines know", property({ pattern: "^(?i)a" })],
])("nothing is wrong with %s", ([, schema]) => {
  expect(findMisusedKeyword(schema)).toBeUndefined();
});

test("a large schema is looked at in part", () => {
  const nested = (levels: number) =>
    Array.from({ length: levels }).reduce<object>((inner) => ({ items: inner }), { type: 1 });
  expect(findMisusedKeyword(nested(20_000))).toBeUndefined();
  // the way to it is written once, and not for each level
  expect(findMisusedKeyword(nested(150))?.at).toMatch(/^(\/items){33}.*…$/);
  const properties = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, {}]));
  expect(findMisusedKeyword({ properties })).toBeUndefined();
  expect(findMisusedKeyword({ type: "x".repeat(1_000_000) })?.found.length).toBeLessThan(100);
  const long = { properties: { ["x".repeat(1_000_000)]: 1 } };
  expect(findMisusedKeyword(long)?.at.length).toBeLessThan(300);
});
