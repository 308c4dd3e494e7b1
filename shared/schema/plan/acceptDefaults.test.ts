import { describe, expect, test } from "vitest";
import { validate } from "../validate/validate.ts";
import { acceptDefaults, requiredDefaults } from "./defaults.ts";

const object = (properties: object) => ({ type: "object", properties });

test.each([
  [
    "every kind a form has",
    object({
      name: { type: "string", default: "Ada" },
      age: { type: "integer", default: 0 },
      score: { type: "number", default: 1.5 },
      status: { type: "string", enum: ["on", "off"], default: "off" },
      level: {
        oneOf: [
          { const: "a", title: "A" },
          { const: "b", title: "B" },
        ],
        default: "b",
      },
      tags: { type: "array", items: { type: "string", enum: ["x", "y"] }, default: ["y"] },
      verified: { type: "boolean", default: false },
    }),
    { name: "Ada", age: 0, score: 1.5, status: "off", level: "b", tags: ["y"], verified: false },
  ],
  [
    "what has no default is left out",
    object({ a: { type: "string" }, b: { type: "string", default: "" } }),
    { b: "" },
  ],
  ["a default that does not fit is none", object({ a: { type: "integer", default: "one" } }), {}],
  ["defaults further inside", object({ a: object({ b: { type: "boolean", default: true } }) }), {}],
  ["no form at all", undefined, {}],
])("%s", (_, schema, expected) => {
  expect(JSON.parse(acceptDefaults(schema))).toEqual(expected);
});

test("names that are special in JavaScript are ordinary names", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string","default":"p"}}');
  expect(acceptDefaults({ type: "object", properties })).toBe('{"__proto__":"p"}');
});

describe("requiredDefaults", () => {
  test("contains the defaults of required properties, so that a new form has no problems", () => {
    const schema = {
      ...object({
        region: { type: "string", enum: ["eu", "us"], default: "us" },
        limit: { type: "integer", default: 10 },
        tags: { type: "array", items: { type: "string" }, default: [] },
        optional: { type: "boolean", default: true },
      }),
      required: ["region", "limit", "tags"],
    };
    const text = requiredDefaults(schema);
    expect(text).toBe('{"region": "us", "limit": 10, "tags": []}');
    expect(validate(schema, text)).toMatchObject({ kind: "checked", problems: [] });
  });

  test.each([
    [
      "a default that does not fit",
      { ...object({ a: { type: "integer", default: "one" } }), required: ["a"] },
    ],
    [
      "a required property without a default",
      { ...object({ a: { type: "integer" } }), required: ["a"] },
    ],
    ["no schema", undefined],
    ["a schema of another type", { type: "string", default: "x" }],
  ])("leaves out %s", (_, schema) => {
    expect(requiredDefaults(schema)).toBe("{}");
  });

  test("follows references, and treats every name as an ordinary one", () => {
    const properties = JSON.parse('{"__proto__": {"$ref": "#/$defs/d"}}');
    const schema = { ...object(properties), required: ["__proto__"], $defs: { d: { default: 1 } } };
    expect(requiredDefaults(schema)).toBe('{"__proto__": 1}');
  });
});
