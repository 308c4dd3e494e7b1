/** Header lists of requests and responses, and the lookup in them. */

/** A header's name and value, in the order in which the platform lists them. */
export type Header = readonly [name: string, value: string];

/**
 * Whether a header has a name; names are compared without regard to case.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.1
 */
export function isHeaderNamed([own]: Header, name: string): boolean {
  return own.toLowerCase() === name.toLowerCase();
}

/**
 * Finds the value of the first header with a name, as {@link isHeaderNamed} compares names.
 * @returns undefined if the list has no such header
 */
export function findHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => isHeaderNamed(header, name))?.[1];
}
