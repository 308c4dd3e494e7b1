import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Conversion } from "./conversion.ts";
import { generatedFile, generateMessages } from "./generate.ts";

test("the committed message definitions are those of the official files", () => {
  const modules = generateMessages();
  expect(readdirSync(generatedFile("")).toSorted()).toEqual([...modules.keys()].toSorted());
  for (const [name, text] of modules) {
    expect(readFileSync(generatedFile(name), "utf8"), "run npm run generate:messages").toBe(text);
  }
});

test("a keyword that the checks do not know stops the conversion", () => {
  const conversion = new Conversion();
  const $defs = { Tool: { type: "object", patternProperties: {} } } as const;
  expect(() => conversion.definitions({ $defs })).toThrow("Tool uses patternProperties");
});

test("the overlay restores types and adds hints", () => {
  const $defs = {
    ElicitResult: { type: ["string", "integer", "boolean"] },
    Task: { type: "object", properties: { ttl: { type: "integer" } } },
  } as const;
  expect(new Conversion().definitions({ $defs })).toEqual({
    ElicitResult: {
      type: ["string", "number", "boolean"],
      publishedType: ["string", "integer", "boolean"],
    },
    Task: {
      type: "object",
      properties: { ttl: { type: "integer", description: expect.stringContaining("kept") } },
    },
  });
});
