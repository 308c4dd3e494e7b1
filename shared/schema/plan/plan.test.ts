import { describe, expect, it } from "vitest";
import { parseJson } from "../../core/json/jsonText.ts";
import { listDefaults } from "./defaults.ts";
import { setValue } from "./editJson.ts";
import type { Field, ObjectField } from "./field.ts";
import { createPlanner } from "./plan.ts";

function plan(schema: unknown, text = "{}", choices = new Map<string, number>()): Field {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") throw new Error(parsed.fault.code);
  return createPlanner(schema).plan(text, parsed.root, choices);
}

function fields(schema: unknown, text = "{}"): readonly Field[] {
  const root = plan(schema, text);
  const inner = root.kind === "union" ? root.field : root;
  return (inner as ObjectField).fields;
}

/** Plans one property and returns its field. */
function property(schema: unknown, value?: string): Field {
  const [field] = fields(
    { type: "object", properties: { it: schema } },
    value === undefined ? "{}" : `{"it": ${value}}`,
  );
  return field as Field;
}

describe("kinds of fields", () => {
  it.each<[string, unknown, object]>([
    ["string", { type: "string" }, { kind: "string", multiline: false, value: undefined }],
    ["long string", { type: "string", maxLength: 5000 }, { kind: "string", multiline: true }],
    [
      "number",
      { type: "number", minimum: 1 },
      { kind: "number", integer: false, hints: [{ code: "limit", keyword: "minimum", limit: 1 }] },
    ],
    ["integer", { type: "integer" }, { kind: "number", integer: true }],
    ["boolean", { type: "boolean" }, { kind: "boolean" }],
    ["enum", { enum: ["a", 1, null] }, { kind: "choice", nullable: true, selected: -1 }],
    ["const", { const: { a: 1 } }, { kind: "choice", options: [{ text: '{"a":1}' }] }],
    [
      "titled options",
      { oneOf: [{ const: "a", title: "A" }, { const: "b" }] },
      { kind: "choice", options: [{ label: "A", text: '"a"' }, { label: "b" }] },
    ],
    [
      "ambiguous options",
      { enum: ["1", 1] },
      { options: [{ label: '1 · "1"' }, { label: "1 · 1" }] },
    ],
    [
      "multi-select",
      { type: "array", items: { enum: ["a", "b"] } },
      { kind: "multi", selected: [] },
    ],
    [
      "array",
      { type: "array", items: { type: "string" } },
      { kind: "array", items: [], newText: '""' },
    ],
    ["object", { properties: { a: true } }, { kind: "object", open: false }],
    [
      "union",
      { anyOf: [{ type: "string" }, { type: "number" }] },
      { kind: "union", active: 0, branches: [{ label: "string" }, { label: "number" }] },
    ],
    ["type array", { type: ["string", "number"] }, { kind: "union" }],
    ["nullable type", { type: ["string", "null"] }, { kind: "string", nullable: true }],
    [
      "nullable anyOf",
      { anyOf: [{ type: "integer", description: "d" }, { type: "null" }] },
      { kind: "number", nullable: true, description: "d" },
    ],
    ["null", { type: "null" }, { kind: "choice", options: [{ text: "null" }] }],
    ["anything", {}, { kind: "json", reason: undefined }],
    ["true", true, { kind: "json", reason: undefined }],
    [
      "inferred string",
      { pattern: "^a" },
      { kind: "string", hints: [{ code: "pattern", pattern: "^a" }] },
    ],
    ["password", { type: "string", format: "password" }, { secret: true }],
    ["write-only", { type: "string", writeOnly: true }, { secret: true }],
  ])("%s", (_, schema, expected) => {
    expect(property(schema)).toMatchObject(expected);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a number", 5],
    ["an array", []],
    ["false", false],
    ["an unknown type", { type: "text" }],
    ["a $ref to nothing", { $ref: "#/$defs/none" }],
    ["a $ref abroad", { $ref: "https://example.com/x.json" }],
    ["a broken $ref", { $ref: "#/%zz" }],
  ])("%s as a schema falls back to JSON with a reason", (_, schema) => {
    const field = property(schema);
    expect(field.kind).toBe("json");
    expect(field.kind === "json" && field.reason).toBeTruthy();
  });

  it.each<unknown>([
    { type: "object", properties: null },
    { type: "object", properties: { a: null, b: { enum: "x" } }, required: "a" },
    { type: "object", properties: [], required: [1, null] },
    { $ref: "#" },
    { allOf: [{ $ref: "#" }] },
    { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" },
    { anyOf: [null, 1, {}] },
    { oneOf: [] },
    { anyOf: [{ $ref: "#" }, { type: "string" }] },
    { type: [] },
    { type: [1] },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword
    { if: null, then: 3, properties: { a: { type: "string" } } },
    { patternProperties: { "(": {} }, properties: {} },
    null,
    undefined,
    "text",
    [],
  ])("never throws on %j", (schema) => {
    for (const text of ["", "{}", '{"a": 1, "b": [{}], "": null}', "[]", "null"]) {
      expect(plan(schema, text).kind).toBeTypeOf("string");
    }
  });

  it("does not plan schemas and values that are too deep", () => {
    let schema: object = { type: "string" };
    for (let i = 0; i < 3000; i += 1)
      schema = { type: "object", required: ["a"], properties: { a: schema } };
    expect(plan(schema).kind).toBe("object");
    let value: unknown = 1;
    for (let i = 0; i < 3000; i += 1) value = { a: value };
    expect(plan({ ...schema, default: value, enum: [value] }).kind).toBeTypeOf("string");
    expect(
      plan(
        { type: "object", additionalProperties: { $ref: "#" } },
        `${'{"a":'.repeat(3000)}{}${"}".repeat(3000)}`,
      ).kind,
    ).toBe("object");
  });
});

describe("labels", () => {
  it("uses the title given here, else the name, never that of a shared type", () => {
    const schema = {
      $defs: { address: { type: "object", title: "Address", properties: {} } },
      properties: {
        billing: { $ref: "#/$defs/address" },
        b: { title: "Bee", type: "string" },
        "": {},
      },
      required: ["b"],
    };
    expect(fields(schema).map((field) => [field.label, field.required])).toEqual([
      ["billing", false],
      ["Bee", true],
      ['""', false],
    ]);
  });
});

describe("references and allOf", () => {
  it("follows local pointers, anchors and ids", () => {
    const schema = {
      $defs: {
        "a/b": { type: "integer" },
        anchored: { $anchor: "here", type: "boolean" },
        named: {
          $id: "https://example.com/named.json",
          $defs: { x: { const: 7 } },
          $ref: "#/$defs/x",
        },
      },
      properties: {
        pointer: { $ref: "#/$defs/a~1b", description: "own words" },
        anchor: { $ref: "#here" },
        id: { $ref: "https://example.com/named.json" },
      },
    };
    expect(fields(schema)).toMatchObject([
      { kind: "number", description: "own words" },
      { kind: "boolean" },
      { kind: "choice", options: [{ text: "7" }] },
    ]);
  });

  it("merges allOf", () => {
    const schema = {
      allOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { a: { minLength: 2 }, b: { type: "number" } } },
      ],
    };
    expect(fields(schema)).toMatchObject([
      {
        kind: "string",
        required: true,
        hints: [{ code: "limit", keyword: "minLength", limit: 2 }],
      },
      { kind: "number" },
    ]);
  });

  it("expands a recursive schema only as far as the value goes", () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, next: { $ref: "#" } },
      required: ["name", "next"],
    };
    const [, next] = fields(schema);
    expect(next).toMatchObject({ open: true, fields: [{ label: "name" }, { open: false }] });
    const [, deeper] = fields(schema, '{"next": {}}');
    expect(deeper).toMatchObject({
      kind: "object",
      open: true,
      fields: [{ label: "name" }, { open: true, fields: [{}, { open: false }] }],
    });
  });
});

describe("presence", () => {
  it.each([
    [undefined, "absent"],
    ["null", "null"],
    ['""', "present"],
  ])("of %s is %s", (value, presence) => {
    expect(property({ type: "string" }, value)).toMatchObject({ kind: "string", presence });
  });

  it("shows a required object's fields before it exists, an optional one's not", () => {
    const inner = { type: "object", properties: { a: { type: "string" } } };
    const schema = { properties: { must: inner, may: inner }, required: ["must"] };
    expect(fields(schema)).toMatchObject([
      { open: true, fields: [{ path: ["must", "a"] }] },
      { open: false, fields: [] },
    ]);
  });
});

describe("values", () => {
  it.each(["9007199254740993", "1e400", "1.0", "-0"])("keeps the digits of %s", (literal) => {
    expect(property({ type: "number" }, literal)).toMatchObject({ kind: "number", value: literal });
  });

  it.each([
    [{ type: "object" }, '"x"', { code: "wrong-type", found: "string", required: "object" }],
    [{ type: "string" }, "[]", { code: "wrong-type", found: "array", required: "string" }],
    [{ type: "boolean" }, '"yes"', { code: "wrong-type", found: "string", required: "boolean" }],
    [{ type: "string" }, '"a\\r\\nb"', { code: "not-typeable" }],
  ])("shows %j holding %s as JSON", (schema, value, reason) => {
    expect(property(schema, value)).toMatchObject({ kind: "json", reason, source: value });
  });

  it("distinguishes close numbers when it looks for the chosen option", () => {
    expect(property({ enum: [9007199254740992] }, "9007199254740993")).toMatchObject({
      selected: -1,
    });
    expect(property({ enum: [1] }, "1.0")).toMatchObject({ selected: 0 });
  });

  it("shows undeclared properties, and special names as ordinary ones", () => {
    const schema = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "number"}}}',
    );
    expect(fields(schema, '{"toString": 1, "__proto__": "x"}')).toMatchObject([
      { label: "__proto__", value: "x" },
      { label: "constructor", presence: "absent" },
      { label: "toString", undeclared: true, kind: "json", source: "1" },
    ]);
  });

  it("gives undeclared properties the schema that applies to them", () => {
    const schema = {
      type: "object",
      patternProperties: { "^n_": { type: "number" } },
      additionalProperties: { type: "string" },
    };
    expect(fields(schema, '{"n_a": 1, "b": "c"}')).toMatchObject([
      { kind: "number", undeclared: false },
      { kind: "string", undeclared: false },
    ]);
    expect(plan(schema)).toMatchObject({ extensible: true, newText: "0" });
  });

  it("plans tuples item by item", () => {
    const tuple = {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
    };
    expect(property(tuple, '["a", 1]')).toMatchObject({
      items: [{ kind: "string", label: "it 1" }, { kind: "number" }],
      full: true,
    });
    const draft7 = {
      type: "array",
      items: [{ type: "string" }],
      additionalItems: { type: "boolean" },
    };
    expect(property(draft7, '["a", true]')).toMatchObject({
      items: [{ kind: "string" }, { kind: "boolean" }],
      newText: "false",
    });
  });

  it("plans a multi-select with another value in it as a list", () => {
    const schema = { type: "array", items: { enum: ["a", "b"] } };
    expect(property(schema, '["b", "a"]')).toMatchObject({ kind: "multi", selected: [1, 0] });
    expect(property(schema, '["a", "x"]')).toMatchObject({
      kind: "array",
      items: [{ selected: 0 }, { selected: -1 }],
    });
  });
});

describe("unions", () => {
  const shapes = {
    oneOf: [
      {
        properties: { kind: { const: "circle" }, r: { type: "number" }, name: { type: "string" } },
        required: ["kind", "r"],
      },
      {
        properties: { kind: { const: "rect" }, w: { type: "number" }, name: { type: "string" } },
        required: ["kind", "w"],
      },
    ],
  };

  it("follows the discriminating property before anything else", () => {
    expect(property(shapes, '{"kind": "rect"}')).toMatchObject({
      active: 1,
      branches: [{ label: "circle" }, { label: "rect" }],
    });
    expect(property(shapes, '{"kind": "circle", "w": 1}')).toMatchObject({ active: 0 });
  });

  it("follows validity, then type", () => {
    const schema = {
      anyOf: [
        { type: "string" },
        { properties: { a: {} }, required: ["a"] },
        { properties: { b: {} }, required: ["b"] },
      ],
    };
    expect(property(schema, '{"b": 1}')).toMatchObject({ active: 2 });
    expect(property(schema, '{"c": 1}')).toMatchObject({ active: 1 });
    expect(property(schema, '"x"')).toMatchObject({ active: 0 });
  });

  it("keeps a choice as long as the value can be of that type", () => {
    const schema = { type: ["string", "number"] };
    const chosen = new Map([["/it", 1]]);
    const whole = { properties: { it: schema } };
    expect((plan(whole, "{}", chosen) as ObjectField).fields[0]).toMatchObject({
      active: 1,
      field: { kind: "number" },
    });
    expect((plan(whole, '{"it": "x"}', chosen) as ObjectField).fields[0]).toMatchObject({
      active: 0,
    });
  });

  it("starts another shape with its fixed values and the members that fit in both", () => {
    expect(property(shapes, '{"kind": "circle", "r": 1, "name": "n"}')).toMatchObject({
      branches: [{}, { start: '{"kind": "rect", "name": "n"}' }],
    });
  });

  it("plans a union at the root with the properties around it", () => {
    const schema = {
      type: "object",
      properties: { always: { type: "string" } },
      anyOf: [{ properties: { a: { type: "string" } } }, { properties: { b: { type: "string" } } }],
    };
    expect(plan(schema)).toMatchObject({
      kind: "union",
      field: { fields: [{ label: "always" }, { label: "a" }] },
    });
    expect(
      plan({ ...schema, anyOf: [{ required: ["always"] }, { required: ["x"] }] }),
    ).toMatchObject({ kind: "object" });
  });
});

describe("conditions", () => {
  const schema = {
    properties: { country: { enum: ["US", "DE"] } },
    if: { properties: { country: { const: "US" } }, required: ["country"] },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's keyword
    then: { properties: { state: { type: "string" } }, required: ["state"] },
    else: { properties: { land: { type: "string" } } },
    dependentRequired: { land: ["postcode"] },
  };
  it("follow the value", () => {
    expect(fields(schema, '{"country": "US"}').map((field) => field.label)).toEqual([
      "country",
      "state",
    ]);
    expect(fields(schema, '{"country": "DE", "land": "x"}')).toMatchObject([
      {},
      { label: "land" },
      { label: "postcode", required: true },
    ]);
  });
  it("keep hidden values visible", () => {
    expect(fields(schema, '{"country": "DE", "state": "x"}')).toMatchObject([
      {},
      {},
      { label: "state", undeclared: true },
    ]);
  });
});

describe("defaults", () => {
  it("are shown, and ignored with a note if they do not match", () => {
    expect(property({ type: "number", default: 10 })).toMatchObject({
      defaultText: "10",
      presence: "absent",
    });
    expect(property({ type: "number", default: "ten" })).toMatchObject({
      defaultText: undefined,
      notes: [{ code: "invalid-default", text: '"ten"' }],
    });
  });
  it("are listed", () => {
    expect(
      listDefaults({
        properties: {
          a: { type: "string", default: "x" },
          b: { type: "object", required: [], properties: { c: { default: null } } },
          d: { type: "object", properties: { e: { type: "number", default: 1.5 } } },
          __proto__: { type: "boolean", default: false },
        },
        required: ["d"],
      }),
    ).toEqual([
      { path: ["a"], text: '"x"' },
      { path: ["d", "e"], text: "1.5" },
    ]);
  });
});

describe("a plan after an edit", () => {
  it("keeps the fields that did not change", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`p${i}`, { type: "string" }]),
    );
    const planner = createPlanner({ type: "object", properties });
    const choices = new Map<string, number>();
    const read = (text: string) => {
      const parsed = parseJson(text);
      return planner.plan(
        text,
        parsed.kind === "tree" ? parsed.root : undefined,
        choices,
      ) as ObjectField;
    };
    const text = setValue("{}", ["p7"], '"a"');
    const before = read(text);
    const after = read(setValue(text, ["p3"], '"b"'));
    expect(after.fields[7]).toBe(before.fields[7]);
    expect(after.fields[3]).not.toBe(before.fields[3]);
  });
});
