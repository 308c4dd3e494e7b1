import { describe, expect, it } from "vitest";
import { validate } from "../../../shared/schema/validate/validate.ts";
import { problemText, uncheckedText } from "./valueProblemMessages.ts";

function problems(schema: unknown, text: string): string[] {
  const verdict = validate(schema, text);
  if (verdict.kind !== "checked") throw new Error(JSON.stringify(verdict));
  return verdict.problems.map((problem) => `${problem.pointer}: ${problemText(problem)}`);
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
      ["/x: The schema does not allow this property"],
    ],
    [{ dependentRequired: { a: ["b"] } }, '{"a": 1}', ['/b: Required because "a" is present']],
    [
      { properties: { a: { items: { type: "integer" }, uniqueItems: true } } },
      '{"a": [1, 1, 1.5]}',
      ["/a: Must not contain the same item twice", "/a/2: Must be an integer"],
    ],
    [
      { properties: { a: { contains: { type: "string" } } } },
      '{"a": [1, 2]}',
      ["/a: Must contain an item of the required kind"],
    ],
    [
      { propertyNames: { pattern: "^x" } },
      '{"a": 1}',
      [": Contains a property whose name is not allowed"],
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
    [shapes, '{"kind": "hexagon"}', [": Matches none of the allowed variants"]],
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
      [": Matches several variants, but must match exactly one"],
    ],
  ])("are those of the branch that was meant: %j, %s", (schema, text, expected) => {
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

describe("limits", () => {
  it.each<[object, string, string]>([
    [{ minItems: 1 }, "[]", "Must have at least 1 item"],
    [{ maxItems: 1 }, "[1, 2]", "Must have at most 1 item"],
    [{ minProperties: 2 }, "{}", "Must have at least 2 properties"],
    [{ maxProperties: 1 }, '{"a": 1, "b": 2}', "Must have at most 1 property"],
    [{ exclusiveMaximum: 3 }, "3", "Must be less than 3"],
  ])("of %j for %s", (schema, text, expected) => {
    expect(problems(schema, text)).toEqual([`: ${expected}`]);
  });
});

it("says why a value was not validated", () => {
  const reason = { code: "timeout", limitMs: 2000 } as const;
  expect(uncheckedText({ kind: "unchecked", reason })).toBe(
    "Not validated: validation took longer than 2 s.",
  );
});
