/** Prepares a server's JSON Schema for Monaco. */

/**
 * Leaves out what the editor must not show or cannot follow: references to other documents, for
 * nothing is ever fetched and one of them would silence all the rest, and Markdown, whose pictures
 * could come from elsewhere; plain descriptions say the same.
 *
 * @param schema a JSON Schema, from JSON
 * @returns a copy, undefined if there is none
 */
export function editorSchema(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    isUnwanted(key, value) ? undefined : value,
  );
  return text === undefined ? undefined : JSON.parse(text);
}

function isUnwanted(key: string, value: unknown): boolean {
  switch (key) {
    case "$ref":
    case "$dynamicRef":
      return typeof value === "string" && !value.startsWith("#");
    case "markdownDescription":
      return typeof value === "string";
    case "markdownEnumDescriptions":
      return Array.isArray(value);
    default:
      return false;
  }
}
