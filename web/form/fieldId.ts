/** Returns the element id of a field. */
export function fieldId(idPrefix: string, pointer: string): string {
  return `${idPrefix}:${pointer}`;
}
