import { expect, test } from "vitest";
import { requestedSchemaFaults } from "./requestedSchema.ts";

const titled = [{ const: "a", title: "A" }];
const of = (properties: object) => ({ type: "object", properties });

test.each<[string, unknown]>([
  ["single untitled", { type: "string", enum: ["a"] }],
  ["single titled", { type: "string", oneOf: titled }],
  ["multiple untitled", { type: "array", items: { type: "string", enum: ["a"] }, minItems: 1 }],
  ["multiple titled", { type: "array", items: { anyOf: titled }, maxItems: 1, default: ["a"] }],
  ["legacy names", { type: "string", enum: ["a"], enumNames: ["A"] }],
  ["a string", { type: "string", minLength: 1, maxLength: 2, format: "date-time", title: "T" }],
  ["a number", { type: "integer", minimum: 1, maximum: 2, default: 1, description: "D" }],
  ["a boolean", { type: "boolean", default: true }],
])("%s is allowed", (_, definition) => {
  expect(requestedSchemaFaults(of({ a: definition }))).toEqual([]);
});

test.each<[unknown, string]>([
  [undefined, "not-an-object"],
  [{ type: "object" }, "not-an-object"],
  [{ type: "string" }, "not-an-object"],
  [of({ a: { type: "object", properties: {} } }), "nested"],
  [of({ a: { type: "array", items: { type: "object" } } }), "nested"],
  [of({ a: { type: "array", items: { type: "string" } } }), "nested"],
  [of({ a: {} }), "unknown-type"],
  [of({ a: true }), "unknown-type"],
  [of({ a: { type: ["string", "null"] } }), "unknown-type"],
  [of({ a: { type: "constructor" } }), "unknown-type"],
  [of({ a: { type: "string", pattern: "^a" } }), "keyword"],
  [of({ a: { type: "string", format: "ipv4" } }), "keyword"],
  [of({ a: { type: "string", oneOf: [{ type: "string" }] } }), "keyword"],
])("%j is %s", (schema, code) => {
  expect(requestedSchemaFaults(schema).map((fault) => fault.code)).toEqual([code]);
});

test("a huge schema has a bounded number of faults", () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, {}]));
  expect(requestedSchemaFaults(of(many)).length).toBe(20);
});
