import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { methods } from "../methods.ts";
import { revisions } from "../revisions.ts";
import { definitionsOf } from "./definitions.ts";
import { jsonSchemaOf, paramsSchemaOf } from "./jsonSchemaOf.ts";

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  formats: { uri: true, "uri-template": true, byte: true },
});

describe("jsonSchemaOf", () => {
  test.each(revisions)("every definition of %s is self-contained", (revision) => {
    for (const name of Object.keys(definitionsOf(revision))) {
      expect(() => ajv.compile(jsonSchemaOf(revision, name))).not.toThrow();
    }
  });

  test("contains the definitions it refers to and no others", () => {
    expect(Object.keys(jsonSchemaOf("2025-11-25", "Root").$defs)).toEqual(["Root"]);
    expect(Object.keys(jsonSchemaOf("2025-11-25", "Prompt").$defs).toSorted()).toEqual([
      "Icon",
      "Prompt",
      "PromptArgument",
    ]);
  });

  test("restores the types that the published schema.json lost", () => {
    const fits = ajv.compile(jsonSchemaOf("2026-07-28", "JSONValue"));
    expect(fits({ a: [1.5, null] })).toBe(true);
    expect(JSON.stringify(jsonSchemaOf("2026-07-28", "JSONValue"))).not.toContain("publishedType");
  });

  test("throws for a name that the revision does not have", () => {
    expect(() => jsonSchemaOf("2025-11-25", "JSONRPCError" as "Tool")).toThrow(RangeError);
  });
});

describe("paramsSchemaOf", () => {
  test("describes the parameters of a request, whether or not they have a name", () => {
    for (const revision of ["2024-11-05", "2025-11-25"] as const) {
      const schema = paramsSchemaOf(revision, "tools/call");
      const fits = ajv.compile(schema ?? {});
      expect([fits({ name: "x", arguments: {} }), fits({ name: 1 }), fits({})]).toEqual([
        true,
        false,
        false,
      ]);
    }
  });

  test("knows every method that has a definition, and no other", () => {
    for (const { method, definition, since } of methods) {
      expect(paramsSchemaOf(since, method) !== undefined, method).toBe(definition !== undefined);
    }
    expect(paramsSchemaOf("2025-11-25", "x/y")).toBeUndefined();
  });
});
