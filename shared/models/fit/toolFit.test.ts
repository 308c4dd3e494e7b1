import fc from "fast-check";
import { expect, test } from "vitest";
import { definitionTokens } from "./tokens.ts";
import { canBeMadeToFit, fitProviders, maxReasons, toolFit } from "./toolFit.ts";

const tool = (inputSchema: object, name = "echo") => ({ name, inputSchema });
const object = (properties: object, more: object = {}) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

test("a strict schema fits OpenAI and Anthropic; Google does not know additionalProperties", () => {
  const strict = tool(object({ a: { type: "string" }, b: object({ c: { type: "integer" } }) }));
  expect(toolFit("openai-strict", strict)).toEqual([]);
  expect(toolFit("anthropic", strict)).toEqual([]);
  expect(toolFit("google", strict)[0]).toEqual({
    code: "keyword",
    keyword: "additionalProperties",
    at: "",
  });
});

test("a plain schema fits Google and Anthropic, and is not strict", () => {
  const plain = tool({ type: "object", properties: { a: { type: "string" } } });
  expect(toolFit("google", plain)).toEqual([]);
  expect(toolFit("anthropic", plain)).toEqual([]);
  expect(toolFit("openai-strict", plain)).toEqual([
    { code: "additional-properties", at: "" },
    { code: "not-required", property: "a", at: "" },
  ]);
});

test("a strict schema can be made of one that names all members of its objects, and of no other", () => {
  const strict = (inputSchema: object) => toolFit("openai-strict", tool(inputSchema));
  const plain = strict({ type: "object", properties: { a: {}, b: {} }, required: [] });
  expect(plain.map(({ code }) => code)).toEqual([
    "additional-properties",
    "not-required",
    "not-required",
  ]);
  expect(canBeMadeToFit(plain)).toBe(true);
  expect(canBeMadeToFit(strict({ type: "object" }))).toBe(true);
  const map = { type: "object", additionalProperties: { type: "string" } };
  expect(strict(object({ a: map }))).toEqual([{ code: "open-object", at: "a" }]);
  for (const other of [map, { type: "object" }, { oneOf: [] }]) {
    expect(canBeMadeToFit(strict(object({ a: other })))).toBe(false);
  }
});

test.each([
  ["anthropic", tool({ type: "object", anyOf: [] }), { code: "root-union", keyword: "anyOf" }],
  ["anthropic", tool(object({ "a b": {} })), { code: "property-name", property: "a b" }],
  ["anthropic", tool(object({}), "a.b"), { code: "name", maxLength: 128 }],
  ["openai-strict", tool({ type: "string" }), { code: "root-not-object" }],
  [
    "openai-strict",
    tool(object({ a: { type: "array", items: { oneOf: [] } } })),
    { code: "keyword", keyword: "oneOf", at: "a[]" },
  ],
  [
    "google",
    tool({ type: "object", properties: { a: { type: ["string", "null"] } } }),
    { code: "type-list", at: "a" },
  ],
  [
    "google",
    tool({ type: "object", properties: { a: { enum: [1, 2] } } }),
    { code: "enum-not-text", at: "a" },
  ],
  ["google", tool({ type: "object" }, "x".repeat(65)), { code: "name", maxLength: 64 }],
] as const)("%s refuses %j", (provider, definition, mismatch) => {
  expect(toolFit(provider, definition)).toContainEqual(mismatch);
});

test("depth counts for OpenAI", () => {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < 12; depth++) schema = object({ a: schema });
  expect(toolFit("openai-strict", tool(schema))).toContainEqual({ code: "too-deep", maxDepth: 10 });
});

test("alternatives that are refused for the same reason are one reason", () => {
  const size = { oneOf: [{ const: "S" }, { const: "M" }, { const: "L" }] };
  const consts = toolFit("google", tool({ type: "object", properties: { size } }));
  expect(consts).toEqual([
    { code: "keyword", keyword: "oneOf", at: "size" },
    { code: "keyword", keyword: "const", at: "size" },
  ]);
});

test("a huge schema is not checked to its end", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: "string" }]),
  );
  expect(toolFit("google", tool({ type: "object", properties }))).toEqual([
    { code: "not-checked" },
  ]);
});

test("any definition is checked without an exception", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (inputSchema) => {
      for (const provider of fitProviders) {
        expect(toolFit(provider, { name: "a", inputSchema }).length).toBeLessThanOrEqual(
          maxReasons,
        );
      }
      expect(definitionTokens({ name: "a", inputSchema })).toBeGreaterThan(0);
    }),
  );
});

test("tokens grow with the definition", () => {
  const small = definitionTokens({ name: "echo", inputSchema: { type: "object" } });
  expect(small).toBe(12);
  expect(definitionTokens({ name: "echo", description: "x".repeat(400) })).toBeGreaterThan(100);
});

test("no provider takes what is no JSON Schema", () => {
  const found = { code: "malformed", at: "/properties/city/type", found: '"strin"' };
  for (const provider of fitProviders) {
    expect(toolFit(provider, tool(object({ city: { type: "strin" } })))).toContainEqual(found);
  }
});
