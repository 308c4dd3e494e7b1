/** Header lists of requests and responses, and the lookup in them. */

/** A header's name and value, in the order in which the platform lists them. */
export type Header = readonly [name: string, value: string];

/**
 * Finds the value of the first header with a name; names are compared without regard to case.
 * @returns undefined where the list has no such header
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.1
 */
export function findHeader(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([each]) => each.toLowerCase() === wanted)?.[1];
}
