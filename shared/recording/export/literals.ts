/** Writes JSON as literals of programming languages; numbers stay as written. */
import type { JsonNode } from "../../core/json/jsonText.ts";

interface Language {
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly string: (text: string) => string;
  readonly key: (text: string) => string;
}

/** As an expression of TypeScript; `__proto__` is a member like any other. */
export const typescript: Language = {
  nothing: "null",
  yes: "true",
  no: "false",
  string: (text) => JSON.stringify(text),
  key: (text) => (text === "__proto__" ? '["__proto__"]' : JSON.stringify(text)),
};

export const python: Language = {
  nothing: "None",
  yes: "True",
  no: "False",
  string: pythonString,
  key: pythonString,
};

/** Writes a JSON value as an expression in one line. */
export function literalOf(node: JsonNode, language: Language): string {
  switch (node.kind) {
    case "null":
      return language.nothing;
    case "boolean":
      return node.value ? language.yes : language.no;
    case "number":
      return node.literal;
    case "string":
      return language.string(node.value);
    case "array":
      return `[${node.items.map((item) => literalOf(item, language)).join(", ")}]`;
    case "object":
      return `{${node.members
        .map(({ key, value }) => `${language.key(key)}: ${literalOf(value, language)}`)
        .join(", ")}}`;
  }
}

/** JSON's escapes are those of Python, except that Python needs no other. */
function pythonString(text: string): string {
  return JSON.stringify(text);
}
