/** Searches a text for many prefixes at once, in a time that does not depend on their number. */

/** Finds places at which one of many prefixes may begin. */
interface PrefixSearch {
  /** @param prefix at least as long as the window */
  add(prefix: string): void;
  /**
   * @param until the last position, exclusive, at which a prefix may begin
   * @returns the first position from `from` on at which a prefix may begin, without regard to the
   * case of letters; -1 if there is none
   */
  next(text: string, from: number, until: number): number;
}

/** Bits of a character that are compared: letters of both cases have the same. */
const bitsPerCharacter = 5;

/** @param window how many first characters of the prefixes are compared, 3 or 4 */
export function createPrefixSearch(window: 3 | 4): PrefixSearch {
  const mask = 2 ** (bitsPerCharacter * window) - 1;
  let begins: Uint8Array | undefined;
  return {
    add(prefix) {
      begins ??= new Uint8Array(mask + 1);
      let hash = 0;
      for (let at = 0; at < window; at++) hash = (hash << 5) | (prefix.charCodeAt(at) & 31);
      begins[hash & mask] = 1;
    },
    next(text, from, until) {
      if (!begins) return -1;
      const end = Math.min(text.length, until + window - 1);
      let hash = 0;
      let read = from;
      for (; read < from + window - 1 && read < end; read++) {
        hash = (hash << 5) | (text.charCodeAt(read) & 31);
      }
      for (; read < end; read++) {
        hash = ((hash << 5) | (text.charCodeAt(read) & 31)) & mask;
        if (begins[hash] === 1) return read - window + 1;
      }
      return -1;
    },
  };
}
