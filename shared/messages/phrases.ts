/** Parts of sentences: what was counted, and what others wrote. */

/** Formats a number with its noun, for example `1 tool` or `12 tools`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${nounText(count, one, many)}`;
}

/** The noun of a number that stands elsewhere. */
export function nounText(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A value of others within a sentence, as JSON. */
export const quoted = (value: unknown) => JSON.stringify(value);
