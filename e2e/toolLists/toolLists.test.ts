import { describe, expect, test } from "vitest";
import { parseJson } from "../../shared/core/json/jsonText.ts";
import { findMisusedKeyword } from "../../shared/core/json/schemaKeywords.ts";
import { setValue } from "../../shared/schema/plan/editJson.ts";
import type { Field } from "../../shared/schema/plan/field.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import { validate } from "../../shared/schema/validate/validate.ts";
import { exampleOf } from "./exampleOf.ts";
import { readToolLists } from "./toolLists.ts";

const lists = readToolLists();

/** The form of a schema for a text. */
function formOf(schema: unknown, text: string): Field {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") throw new Error(parsed.fault.code);
  return createPlanner(schema).plan(text, parsed.root, new Map());
}

/** A field and every field in it. */
function fieldsIn(field: Field): readonly Field[] {
  if (field.kind === "union") return [field, ...fieldsIn(field.field)];
  if (field.kind === "object") return [field, ...field.fields.flatMap(fieldsIn)];
  if (field.kind === "array") return [field, ...field.items.flatMap(fieldsIn)];
  return [field];
}

test("at least ten servers, whose tools have unique names", () => {
  expect(lists.length).toBeGreaterThanOrEqual(10);
  const names = lists.flatMap(({ tools }) => tools.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test("their schemas are valid JSON Schema", () => {
  const schemas = lists.flatMap(({ tools }) =>
    tools.flatMap(({ inputSchema, outputSchema = {} }) => [inputSchema, outputSchema]),
  );
  expect(schemas.map(findMisusedKeyword).filter((problem) => problem !== undefined)).toEqual([]);
});

describe.each(lists.map(({ name, version, tools }) => ({ name, version, tools })))(
  "the tools of $name $version",
  ({ tools }) => {
    test.each(tools)("$name", ({ inputSchema }) => {
      const example = exampleOf(inputSchema);
      const text = JSON.stringify(example, null, 2);
      const form = formOf(inputSchema, text);
      const fields = fieldsIn(form);

      // every part of the schema is understood, and the example is what it asks for
      expect(fields.flatMap(({ notes }) => notes)).toEqual([]);
      expect(validate(inputSchema, text)).toMatchObject({ kind: "checked", problems: [] });

      // a field that is set to what it has changes no character
      const present = fields.filter(({ source }) => source !== undefined);
      for (const { path, source } of present) expect(setValue(text, path, source ?? "")).toBe(text);

      // the fields alone, filled in one after the other, give the same arguments
      const leaves = present.filter((field) => fieldsIn(field).length === 1);
      const filledIn = leaves.reduce((whole, { path, source }) => {
        return setValue(whole, path, source ?? "");
      }, "{}");
      expect(JSON.parse(filledIn)).toEqual(example);
      expect(fieldsIn(formOf(inputSchema, filledIn)).map(({ pointer }) => pointer)).toEqual(
        fields.map(({ pointer }) => pointer),
      );
    });
  },
);
