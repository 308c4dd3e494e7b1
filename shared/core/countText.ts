/** Numbers with their nouns. */

/** Formats a number with its noun, for example `1 tool` or `12 tools`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${nounText(count, one, many)}`;
}

/** The noun, or the verb, of a number that stands elsewhere. */
export function nounText(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
