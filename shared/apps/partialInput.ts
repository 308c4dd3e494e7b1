/** Cuts arguments into the objects that a host sends to an app while a model still writes them. */

/**
 * The text of the arguments at several moments, each closed to a complete object.
 * @param argumentsText JSON text of an object
 * @param steps number of moments, evenly spread over the text; the complete text is not one of them
 * @returns no moment twice
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#notifications-host--view
 */
export function partialInputs(argumentsText: string, steps: number): readonly string[] {
  const texts = Array.from({ length: steps }, (_, step) =>
    closedJson(
      argumentsText.slice(0, Math.floor(((step + 1) * argumentsText.length) / (steps + 1))),
    ),
  );
  return [...new Set(texts.filter((text) => text !== undefined))];
}

/**
 * Closes what is open in the beginning of a JSON text, and drops a member or word that is not complete.
 * @returns undefined if no object has begun
 */
function closedJson(beginning: string): string | undefined {
  const open: string[] = [];
  /** The end of the last text that can be closed, and what closes it. */
  let best: string | undefined;
  let isName = false;
  const keep = (end: number, quote = "") => {
    best = beginning.slice(0, end) + quote + open.toReversed().join("");
  };
  let at = 0;
  while (at < beginning.length) {
    const sign = beginning[at] ?? "";
    if (sign === '"') {
      const { end, isComplete, safeEnd } = stringEnd(beginning, at);
      if (!isComplete) {
        if (!isName) keep(safeEnd, '"');
        return best;
      }
      at = end;
      if (!isName) keep(at);
      continue;
    }
    at++;
    if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? "}" : "]");
      isName = sign === "{";
      keep(at);
    } else if (sign === "}" || sign === "]") {
      open.pop();
      keep(at);
      isName = false;
    } else if (sign === ",") isName = open.at(-1) === "}";
    else if (sign === ":") isName = false;
    else if (/[^\s]/.test(sign)) {
      const word = /^[\w.+-]*/.exec(beginning.slice(at))?.[0] ?? "";
      at += word.length;
      // more of a number or a word may follow
      if (at < beginning.length) keep(at);
    }
  }
  return best;
}

/** @param at offset of the quotation mark that opens the string */
function stringEnd(text: string, at: number) {
  let end = at + 1;
  while (end < text.length) {
    if (text[end] === '"') return { end: end + 1, isComplete: true, safeEnd: end };
    const length = text[end] !== "\\" ? 1 : text[end + 1] === "u" ? 6 : 2;
    if (end + length > text.length) break;
    end += length;
  }
  return { end, isComplete: false, safeEnd: end };
}
