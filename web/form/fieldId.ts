/** The id of a field's element, by its form and its place. */
export function fieldId(idPrefix: string, pointer: string): string {
  return `${idPrefix}:${pointer}`;
}
