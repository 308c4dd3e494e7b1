import { describe, expect, it } from "vitest";
import { parseJson } from "../core/json/jsonText.ts";
import { maxFields, maxOptions } from "./budget.ts";
import { deepText, doublingChain, wideObject } from "./hostileSchemas.fixture.ts";
import { acceptDefaults } from "./plan/defaults.ts";
import type { Field } from "./plan/field.ts";
import { createPlanner } from "./plan/plan.ts";

const plan = (schema: unknown, text = ""): Field => {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") throw new Error(parsed.fault.code);
  return createPlanner(schema).plan(text, parsed.root, new Map());
};

const asJsonObject = (field: Field) => (field.kind === "object" ? field.fields : []);
const named = (field: Field, name: string) =>
  asJsonObject(field).find(({ path }) => path.at(-1) === name);

/** All fields of a form, and their options. */
function partsOf(field: Field): { fields: number; options: number } {
  const inner =
    field.kind === "object"
      ? field.fields
      : field.kind === "array"
        ? field.items
        : field.kind === "union"
          ? [field.field]
          : [];
  const own = "options" in field ? field.options.length : 0;
  return inner
    .map(partsOf)
    .reduce(
      (sum, one) => ({ fields: sum.fields + one.fields, options: sum.options + one.options }),
      { fields: 1, options: own },
    );
}

describe("a form has a budget for its schema", () => {
  it("edits parts that double with every $ref of an allOf as JSON, and the rest in fields", () => {
    const form = plan(doublingChain(20, "allOf"));
    expect(named(form, "plain")).toMatchObject({ kind: "string" });
    expect(named(form, "bomb")).toMatchObject({
      kind: "json",
      overBudget: { code: "budget", part: "steps", limit: 50_000 },
    });
  });

  it.each(["anyOf", "oneOf"] as const)("limits guesses in %s that double", (keyword) => {
    const form = plan(doublingChain(60, keyword), '{"bomb": {"end": 1, "other": [1, 2]}}');
    expect(named(form, "plain")).toMatchObject({ kind: "string" });
    expect(partsOf(form).fields).toBeLessThanOrEqual(maxFields);
  });

  it("limits comparing long names with many patterns", () => {
    const patternProperties = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`.*.*x${at}`, { type: "string" }]),
    );
    const names = Array.from({ length: 480 }, (_, at) => `${at}`.padEnd(195, "a"));
    const fits = { short_x7: 1, ...Object.fromEntries(names.map((name) => [name, 1])) };
    const form = plan({ type: "object", patternProperties }, JSON.stringify(fits));
    expect(named(form, "short_x7")).toMatchObject({ kind: "string" });
    expect(asJsonObject(form)).toHaveLength(481);
  });

  it("edits an object of too many properties as JSON", () => {
    expect(plan(wideObject(20_000))).toMatchObject({
      kind: "json",
      overBudget: { part: "fields", count: 20_000, limit: maxFields },
    });
    expect(asJsonObject(plan(wideObject(maxFields)))).toHaveLength(maxFields);
  });

  it("shares the budget among the objects of a form, also when the text changes", () => {
    const inner = { ...wideObject(100), title: "inner" };
    const schema = {
      ...wideObject(50, inner),
      required: Object.keys((wideObject(50) as { properties: object }).properties),
    };
    const planner = createPlanner(schema);
    const kinds = (text: string) => {
      const parsed = parseJson(text);
      if (parsed.kind !== "tree") throw new Error(parsed.fault.code);
      const form = planner.plan(text, parsed.root, new Map());
      expect(partsOf(form).fields).toBeLessThanOrEqual(maxFields + 1);
      return asJsonObject(form).map(({ kind }) => kind);
    };
    const first = kinds("{}");
    expect(first.filter((kind) => kind === "object")).toHaveLength(4);
    expect(first.filter((kind) => kind === "json")).toHaveLength(46);
    expect(kinds('{"p0": {"p1": "x"}}')).toEqual(first);
    expect(kinds('{"p0": {"p1": "xy"}, "p9": {}}')).toEqual(first);
  });

  it("edits a value of too many options, or too many shapes, as JSON", () => {
    const values = Array.from({ length: 100_000 }, (_, index) => `v${index}`);
    const shapes = Array.from({ length: 5_000 }, (_, index) => ({
      type: "object",
      properties: { [`k${index}`]: {} },
    }));
    const form = plan({ properties: { choice: { enum: values }, shape: { anyOf: shapes } } });
    expect(named(form, "choice")).toMatchObject({
      kind: "json",
      overBudget: { part: "options", count: 100_000, limit: maxOptions },
    });
    expect(named(form, "shape")).toMatchObject({
      kind: "json",
      overBudget: { part: "variants", count: 5_000 },
    });
  });

  it("counts options that many fields share", () => {
    const values = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
    const form = plan({
      ...wideObject(300, { $ref: "#/$defs/c" }),
      $defs: { c: { enum: values } },
    });
    expect(partsOf(form).options).toBeLessThanOrEqual(10_000);
  });

  it("counts unions in unions as fields", () => {
    const { $defs } = doublingChain(60, "anyOf") as { $defs: object };
    const form = plan({ ...wideObject(400, { $ref: "#/$defs/d0" }), $defs });
    expect(partsOf(form).fields).toBeLessThanOrEqual(maxFields + 1);
  });

  it("merges long enums without comparing all pairs of values", () => {
    const values = Array.from({ length: 4_000 }, (_, index) => `v${index}`);
    const schema = { allOf: [{ enum: values }, { enum: values.toReversed() }, { enum: ["v7"] }] };
    expect(plan(schema)).toMatchObject({ kind: "choice", options: [{ label: "v7" }] });
  });

  it("handles any nesting", () => {
    const schema: unknown = JSON.parse(deepText(100_000));
    expect(["object", "json"]).toContain(plan(schema).kind);
    expect(acceptDefaults(schema)).toBe("{}");
    const refs = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [
        `d${index}`,
        { $ref: `#/$defs/d${index + 1}` },
      ]),
    );
    expect(plan({ $ref: "#/$defs/d0", $defs: refs })).toMatchObject({ kind: "json" });
  });

  it("ignores inherited names and reference cycles", () => {
    const schema: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"$ref":"#/$defs/a"}},"required":["__proto__"],"$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"allOf":[{"$ref":"#/$defs/a"}]}}}',
    );
    const form = plan(schema);
    expect(asJsonObject(form).map(({ label, kind }) => [label, kind])).toEqual([
      ["__proto__", "string"],
      ["constructor", "json"],
    ]);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });

  it("does not evaluate patterns in the page that may take long", () => {
    const names = { ["a".repeat(28)]: 1, "x-1": 2 };
    const patternProperties = {
      "^(a?){28}b$": {},
      [`${"a?".repeat(28)}${"a".repeat(28)}b`]: {},
      "^a*a*a*a*a*a*a*a*b$": {},
      "^x-": { type: "integer" },
    };
    const form = plan({ type: "object", patternProperties }, JSON.stringify(names));
    expect(named(form, "x-1")).toMatchObject({ kind: "number", undeclared: false });
  });

  it("cuts long texts of the schema", () => {
    const long = "x".repeat(1_000_000);
    const form = plan({
      properties: { a: { type: "string", title: long, description: long, pattern: long } },
    });
    const field = named(form, "a");
    expect(field?.label.length).toBeLessThan(300);
    expect(field?.description?.length).toBeLessThan(5_000);
    expect(JSON.stringify(field?.hints).length).toBeLessThan(500);
  });
});
