/** Formats a schema's limits as short hints. */
import { cutText } from "../budget.ts";
import { keyword, numberOf, type SchemaObject, stringOf } from "../schemaObject.ts";

/** Maximum length of a text in a hint, in UTF-16 code units. */
const longest = 200;

/** Limits worth showing beside a field, in reading order. */
export function hintsOf(schema: SchemaObject): string[] {
  const hints: string[] = [];
  const number = (name: string, words: (value: number) => string) => {
    const value = numberOf(schema, name);
    if (value !== undefined) hints.push(words(value));
  };
  const text = (name: string, words: (value: string) => string) => {
    const value = stringOf(schema, name);
    if (value !== undefined) hints.push(words(cutText(value, longest)));
  };
  text("format", (format) => format);
  number("minimum", (value) => `≥ ${value}`);
  number("exclusiveMinimum", (value) => `> ${value}`);
  number("maximum", (value) => `≤ ${value}`);
  number("exclusiveMaximum", (value) => `< ${value}`);
  number("multipleOf", (value) => `multiple of ${value}`);
  number("minLength", (value) => `at least ${count(value, "character")}`);
  number("maxLength", (value) => `at most ${count(value, "character")}`);
  text("pattern", (pattern) => `matches ${pattern}`);
  number("minItems", (value) => `at least ${count(value, "item")}`);
  number("maxItems", (value) => `at most ${count(value, "item")}`);
  if (keyword(schema, "uniqueItems") === true) hints.push("no item twice");
  text("contentEncoding", (encoding) => `${encoding} text`);
  text("contentMediaType", (type) => type);
  if (keyword(schema, "deprecated") === true) hints.push("deprecated");
  if (keyword(schema, "readOnly") === true) hints.push("read-only");
  text("x-mcp-header", (name) => `sent as header ${name}`);
  return hints;
}

export function count(value: number, thing: string): string {
  return `${value} ${thing}${value === 1 ? "" : "s"}`;
}
