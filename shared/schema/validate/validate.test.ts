import { describe, expect, it } from "vitest";
import { validate } from "./validate.ts";

function problems(schema: unknown, text: string): string[] {
  const verdict = validate(schema, text);
  if (verdict.kind !== "checked") throw new Error(JSON.stringify(verdict));
  return verdict.problems.map(({ pointer, words }) => `${pointer}: ${words}`);
}

describe("problems", () => {
  it.each<[unknown, string, string[]]>([
    [{ properties: { a: { type: "string" } }, required: ["a"] }, "{}", ["/a: Required"]],
    [{ properties: { a: { type: "string" } } }, '{"a": 1}', ["/a: Must be a string"]],
    [
      { properties: { a: { type: ["string", "null"] } } },
      '{"a": 1}',
      ["/a: Must be a string or null"],
    ],
    [
      { properties: { "a/b~c": { properties: { "": { minimum: 2 } } } } },
      '{"a/b~c": {"": 1}}',
      ["/a~1b~0c/: Must be at least 2"],
    ],
    [{ properties: { a: { enum: ["x", null] } } }, '{"a": "y"}', ['/a: Must be one of "x", null']],
    [{ properties: { a: { pattern: "^\\d+$" } } }, '{"a": "y"}', ["/a: Must match ^\\d+$"]],
    [{ properties: { a: { format: "email" } } }, '{"a": "y"}', ["/a: Must be a valid email"]],
    [{ properties: { a: { format: "constructor" } } }, '{"a": "y"}', []],
    [{ properties: { a: { maxLength: 1 } } }, '{"a": "😀"}', []],
    [
      { properties: {}, additionalProperties: false },
      '{"x": 1}',
      ["/x: The schema allows no such property"],
    ],
    [{ dependentRequired: { a: ["b"] } }, '{"a": 1}', ['/b: Required because "a" is there']],
    [
      { properties: { a: { items: { type: "integer" }, uniqueItems: true } } },
      '{"a": [1, 1, 1.5]}',
      ["/a: Must not hold an item twice", "/a/2: Must be an integer"],
    ],
    [
      { properties: { a: { contains: { type: "string" } } } },
      '{"a": [1, 2]}',
      ["/a: Must hold an item of the asked kind"],
    ],
    [
      { propertyNames: { pattern: "^x" } },
      '{"a": 1}',
      [": Holds a property whose name is not allowed"],
    ],
    [
      {
        $defs: { p: { properties: { n: { type: "number" } } } },
        properties: { a: { $ref: "#/$defs/p" } },
      },
      '{"a": {"n": "1"}}',
      ["/a/n: Must be a number"],
    ],
    [{ properties: { a: false } }, '{"a": 1}', ["/a: The schema forbids this value"]],
  ])("of %j for %s", (schema, text, expected) => {
    expect(problems(schema, text).sort()).toEqual(expected.sort());
  });

  const shapes = {
    oneOf: [
      { properties: { kind: { const: "circle" }, r: { type: "number" } }, required: ["kind", "r"] },
      {
        properties: { kind: { const: "rect" }, w: { type: "number" }, h: { type: "number" } },
        required: ["kind", "w", "h"],
      },
    ],
  };
  it.each<[unknown, string, string[]]>([
    [shapes, '{"kind": "rect", "w": "1"}', ["/h: Required", "/w: Must be a number"]],
    [shapes, '{"kind": "hexagon"}', [": Fits none of the allowed shapes"]],
    [
      { properties: { a: { anyOf: [{ type: "string", minLength: 3 }, { type: "number" }] } } },
      '{"a": "x"}',
      ["/a: Must have at least 3 characters"],
    ],
    [
      { properties: { a: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      '{"a": true}',
      ["/a: Must be a string or a number"],
    ],
    [
      { properties: { a: { anyOf: [{ type: "integer" }, { type: "null" }] } } },
      '{"a": 1.5}',
      ["/a: Must be an integer or null"],
    ],
    [
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      '{"a": 1, "b": 1}',
      [": Fits several shapes where only one may fit"],
    ],
  ])("stand at the leaf of the branch that was meant: %j, %s", (schema, text, expected) => {
    expect(problems(schema, text).sort()).toEqual(expected.sort());
  });
});

describe("numbers beyond doubles", () => {
  it.each<[object, string, string[]]>([
    [
      { type: "integer", maximum: 9007199254740992 },
      "9007199254740993",
      ["/n: Must be at most 9007199254740992"],
    ],
    [{ type: "integer" }, "9007199254740993", []],
    [{ type: "integer" }, "1e400", []],
    [{ type: "integer" }, "9007199254740993.5", ["/n: Must be an integer"]],
    [{ type: "integer" }, "1.0", []],
    [{ type: "number", maximum: 1 }, "1e400", ["/n: Must be at most 1"]],
    [{ type: "number", exclusiveMinimum: 0 }, "1e-400", []],
    [{ multipleOf: 2 }, "9007199254740993", ["/n: Must be a multiple of 2"]],
    [{ multipleOf: 0.01 }, "0.07", []],
    [{ enum: [9007199254740992] }, "9007199254740993", ["/n: Must be one of 9007199254740992"]],
    [{ type: "number", maximum: 1 }, "1e999999999999", ["/n: Must be at most 1"]],
  ])("%j takes %s by its digits", (schema, literal, expected) => {
    expect(problems({ properties: { n: schema } }, `{"n": ${literal}}`)).toEqual(expected);
  });
});

describe("schemas nobody can vouch for", () => {
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

  it("stays as it was", () => {
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
    expect(problems(schema, '{"a": 1}')).toEqual(["/a: Must be a string"]);
    expect(Reflect.ownKeys(schema)).toEqual(before);
  });

  it("reads the dialect", () => {
    const old = {
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: { a: { minimum: 1, exclusiveMinimum: true } },
    };
    expect(problems(old, '{"a": 1}')).toEqual(["/a: Must be at least 1"]);
    const seven = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { a: { items: [{ type: "string" }], additionalItems: false } },
    };
    expect(problems(seven, '{"a": ["x", 1]}')).toEqual(["/a/1: The schema allows no more items"]);
  });

  it("follows recursion through the value", () => {
    const schema = { type: "object", properties: { next: { $ref: "#" }, n: { type: "number" } } };
    expect(problems(schema, '{"next": {"next": {"n": "x"}}}')).toEqual([
      "/next/next/n: Must be a number",
    ]);
  });

  it("treats odd names as ordinary ones", () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "toString": {}}, "required": ["constructor", "hasOwnProperty"], "additionalProperties": false}',
    );
    expect(problems(schema, '{"__proto__": 1}').sort()).toEqual([
      "/__proto__: Must be a string",
      "/constructor: Required",
      "/hasOwnProperty: Required",
    ]);
  });

  it("says so where value or schema are too deep", () => {
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
    expect(problems({ required: ["a"] }, "")).toEqual(["/a: Required"]);
  });
  it("may be any value, as an output schema may ask for one", () => {
    expect(problems({ type: "array", items: { type: "string" } }, '["a", 1]')).toEqual([
      "/1: Must be a string",
    ]);
  });
});
