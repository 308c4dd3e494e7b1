/** Lists the limits and annotations of a schema that are shown beside a field. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import { shortened } from "../../core/text/shortened.ts";
import type { HintKeyword, SchemaHint } from "../note.ts";
import { keyword, numberOf, stringOf } from "../schemaObject.ts";

/** Maximum length of a text in a hint, in UTF-16 code units. */
const maxTextLength = 200;

/** In reading order. */
export function hintsOf(schema: JsonObject): SchemaHint[] {
  const hints: SchemaHint[] = [];
  const limits = (...names: HintKeyword[]) => {
    for (const name of names) {
      const limit = numberOf(schema, name);
      if (limit !== undefined) hints.push({ code: "limit", keyword: name, limit });
    }
  };
  const text = (name: string, hint: (value: string) => SchemaHint) => {
    const value = stringOf(schema, name);
    if (value !== undefined) hints.push(hint(shortened(value, maxTextLength)));
  };
  text("format", (format) => ({ code: "format", format }));
  limits("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf");
  limits("minLength", "maxLength");
  text("pattern", (pattern) => ({ code: "pattern", pattern }));
  limits("minItems", "maxItems");
  if (keyword(schema, "uniqueItems") === true) hints.push({ code: "unique-items" });
  text("contentEncoding", (encoding) => ({ code: "content-encoding", encoding }));
  text("contentMediaType", (mediaType) => ({ code: "content-media-type", mediaType }));
  if (keyword(schema, "deprecated") === true) hints.push({ code: "deprecated" });
  if (keyword(schema, "readOnly") === true) hints.push({ code: "read-only" });
  text("x-mcp-header", (name) => ({ code: "header", name }));
  return hints;
}
