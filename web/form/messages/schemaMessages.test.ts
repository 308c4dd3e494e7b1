import { expect, test } from "vitest";
import type { JsonReason, SchemaHint } from "../../../shared/schema/note.ts";
import { hintText, schemaNoteText } from "./schemaMessages.ts";

test.each<readonly [SchemaHint, string]>([
  [{ code: "limit", keyword: "minimum", limit: 1 }, "≥ 1"],
  [{ code: "limit", keyword: "exclusiveMaximum", limit: 0.5 }, "< 0.5"],
  [{ code: "limit", keyword: "minLength", limit: 1 }, "at least 1 character"],
  [{ code: "limit", keyword: "maxItems", limit: 10_000 }, "at most 10,000 items"],
  [{ code: "pattern", pattern: "^a" }, "matches ^a"],
  [{ code: "unique-items" }, "no item twice"],
  [{ code: "content-encoding", encoding: "base64" }, "base64 text"],
  [{ code: "header", name: "Region" }, "sent as header Region"],
])("%o is a short hint", (hint, text) => {
  expect(hintText(hint)).toBe(text);
});

test.each<readonly [JsonReason, string]>([
  [{ code: "not-a-schema", found: "null" }, "There is null where a schema is expected"],
  [{ code: "not-a-schema", found: "array" }, "There is an array where a schema is expected"],
  [{ code: "invalid-default", text: '"ten"' }, 'The default "ten" does not match the schema'],
  [{ code: "unknown-type", type: "text" }, 'JSON has no type "text", which the schema names'],
  [
    { code: "wrong-type", found: "string", required: "integer" },
    "This is a string; the schema requires an integer",
  ],
])("%o is a sentence", (note, text) => {
  expect(schemaNoteText(note)).toBe(text);
});
