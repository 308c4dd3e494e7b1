import { expect, test } from "vitest";
import { editorSchema } from "./editorSchema.ts";

test("external references and Markdown are removed, properties with these names are kept", () => {
  expect(
    editorSchema({
      markdownDescription: "![](https://example.com/x.png)",
      properties: {
        a: { $ref: "https://example.com/a.json", title: "A" },
        b: { $ref: "#/$defs/b", markdownEnumDescriptions: ["*x*"] },
        $ref: { type: "string" },
        markdownDescription: { type: "string" },
      },
    }),
  ).toEqual({
    properties: {
      a: { title: "A" },
      b: { $ref: "#/$defs/b" },
      $ref: { type: "string" },
      markdownDescription: { type: "string" },
    },
  });
});

test.each([undefined, true, false, null])("%j is unchanged", (schema) => {
  expect(editorSchema(schema)).toBe(schema);
});
