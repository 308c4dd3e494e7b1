import { expect, test } from "vitest";
import { acceptDefaults } from "./acceptDefaults.ts";

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

test("names that mean something to JavaScript are names like any other", () => {
  const properties = JSON.parse('{"__proto__":{"type":"string","default":"p"}}');
  expect(acceptDefaults({ type: "object", properties })).toBe('{"__proto__":"p"}');
});
