import { describe, expect, it } from "vitest";
import { validate } from "./validate.ts";

function problems(schema: unknown, text: string): string[] {
  const verdict = validate(schema, text);
  if (verdict.kind !== "checked") throw new Error(JSON.stringify(verdict));
  return verdict.problems.map(
    ({ pointer, detail }) => `${pointer}: ${Object.values(detail).join(" ")}`,
  );
}

describe("untrusted schemas", () => {
  it.each<[unknown, string, number]>([
    [{ properties: { a: { pattern: "(" } } }, '{"a": "x"}', 1],
    [{ properties: { a: { $ref: "#/nowhere" } } }, '{"a": "x"}', 1],
    [{ properties: { a: { $ref: "https://example.com/s.json" } } }, '{"a": "x"}', 1],
    [{ properties: { a: null } }, '{"a": "x"}', 1],
    [{ properties: null }, "{}", 1],
    [{ type: "text" }, "{}", 1],
    [{ type: 5, required: "a", enum: {}, minimum: "1", allOf: {} }, "{}", 5],
    [{ $ref: "#" }, "{}", 1],
    [{ allOf: [{ $ref: "#" }] }, "{}", 1],
    [
      {
        $defs: { d: { anyOf: [{ $ref: "#/$defs/d" }] } },
        properties: { a: { $ref: "#/$defs/d/anyOf/0" } },
      },
      '{"a": 1}',
      1,
    ],
    [{ $schema: "https://example.com/mine" }, "{}", 1],
    [{ patternProperties: { "(": false } }, '{"(": 1}', 1],
    [{ minimum: 1, exclusiveMinimum: true }, "{}", 1],
    [{ $id: "::::", id: 5, format: 7 }, "{}", 0],
    [null, "{}", 1],
    ["x", "{}", 1],
  ])("%j is checked as far as it goes", (schema, text, count) => {
    const verdict = validate(schema, text);
    expect(verdict).toMatchObject({ kind: "checked", problems: [] });
    expect(verdict.kind === "checked" && verdict.schemaProblems).toHaveLength(count);
  });

  it("is not modified", () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === "object" && value !== null)
        Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const schema = freeze({
      $id: "https://example.com/a",
      properties: { a: { $ref: "#/$defs/x" } },
      $defs: { x: { $anchor: "y", type: "string" } },
    });
    const before = Reflect.ownKeys(schema);
    expect(problems(schema, '{"a": 1}')).toEqual(["/a: wrong-type string"]);
    expect(Reflect.ownKeys(schema)).toEqual(before);
  });

  it("reads the dialect", () => {
    const old = {
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
    };
    expect(problems(old, '{"a": 1}')).toEqual(["/a: limit minimum 1"]);
    const seven = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { a: { items: [{ type: "string" }], additionalItems: false } },
    };
    expect(problems(seven, '{"a": ["x", 1]}')).toEqual(["/a/1: too-many-items"]);
  });

  it("follows recursion through the value", () => {
    const schema = { type: "object", properties: { next: { $ref: "#" }, n: { type: "number" } } };
    expect(problems(schema, '{"next": {"next": {"n": "x"}}}')).toEqual([
      "/next/next/n: wrong-type number",
    ]);
  });

  it("treats odd names as ordinary ones", () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "toString": {}}, "required": ["constructor", "hasOwnProperty"], "additionalProperties": false}',
    );
    expect(problems(schema, '{"__proto__": 1}').sort()).toEqual([
      "/__proto__: wrong-type string",
      "/constructor: required",
      "/hasOwnProperty: required",
    ]);
  });

  it("reports values and schemas that are too deep", () => {
    const text = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    expect(validate({ additionalProperties: { $ref: "#" } }, text)).toMatchObject({
      kind: "unchecked",
    });
    let schema: object = {};
    for (let i = 0; i < 3000; i += 1) schema = { not: schema };
    expect(["checked", "unchecked"]).toContain(validate(schema, "{}").kind);
  });
});

describe("text", () => {
  it("must be JSON with each name once", () => {
    expect(validate({}, '{"a": 1,}')).toMatchObject({ kind: "unreadable", problem: { column: 9 } });
    expect(validate({}, '{"a": 1, "a": 2}')).toMatchObject({ kind: "unreadable" });
  });
  it("may be blank", () => {
    expect(problems({ required: ["a"] }, "")).toEqual(["/a: required"]);
  });
  it("may be any value, as an output schema may ask for one", () => {
    expect(problems({ type: "array", items: { type: "string" } }, '["a", 1]')).toEqual([
      "/1: wrong-type string",
    ]);
  });
});

it.each<[string, object, number]>([
  ["AQID", { contentEncoding: "base64" }, 0],
  ["", { contentEncoding: "BASE64" }, 0],
  ["AQI=", { format: "byte" }, 0],
  ["AQI", { contentEncoding: "base64" }, 1],
  ["a file.png", { contentEncoding: "base64" }, 1],
  ["a-b_", { format: "byte" }, 1],
  ["a file.png", { contentEncoding: "quoted-printable" }, 0],
])("%j is checked as base64 where the schema says so: %j", (text, keywords, count) => {
  const schema = { properties: { data: { type: "string", ...keywords } } };
  expect(problems(schema, JSON.stringify({ data: text }))).toHaveLength(count);
  const list = { properties: { all: { type: "array", items: { type: "string", ...keywords } } } };
  expect(problems(list, JSON.stringify({ all: [text] }))).toHaveLength(count);
});
