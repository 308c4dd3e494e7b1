/** Formats a number with its noun, for example `1 tool` or `12 tools`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
