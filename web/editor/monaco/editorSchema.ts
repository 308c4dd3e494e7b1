/** Prepares a server's JSON Schema for Monaco. */

/**
 * Removes external references and Markdown descriptions. External references are never fetched, and a
 * single unresolved one makes Monaco skip validation. Markdown could load images from other hosts;
 * plain descriptions are kept.
 * @param schema parsed JSON Schema
 * @returns a copy; undefined for undefined
 */
export function editorSchema(schema: unknown): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    isRemoved(key, value) ? undefined : value,
  );
  return text === undefined ? undefined : JSON.parse(text);
}

function isRemoved(key: string, value: unknown): boolean {
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
