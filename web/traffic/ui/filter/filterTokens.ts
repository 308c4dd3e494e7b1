/** Finds the words of a filter that are complete, which are drawn as tokens. */
import {
  type FilterNode,
  type FilterRange,
  type FilterTerm,
  readFilterText,
} from "../../../../shared/log/filterText.ts";
import { filterWords } from "../../messages/filterMessages.ts";

const prefixes: ReadonlySet<string> = new Set(
  [...filterWords.map(([word]) => word), "initiator:"].filter((word) => word.endsWith(":")),
);

/**
 * @param caret where the user writes; undefined while the field has no focus
 * @returns the ranges of conditions with a known prefix or a regular expression, with their minus, in
 * their order; the one at the caret is still written
 */
export function completeWords(text: string, caret: number | undefined): readonly FilterRange[] {
  const { root } = readFilterText(text);
  const terms = root ? termsIn(root) : [];
  return terms
    .filter(({ prefix, isPattern }) => isPattern || prefixes.has(`${prefix}:`))
    .map((term) => wordOf(text, term))
    .filter(({ end }) => end !== caret);
}

function termsIn(node: FilterNode): readonly FilterTerm[] {
  if (node.kind === "term") return [node];
  return node.kind === "not" ? termsIn(node.part) : node.parts.flatMap(termsIn);
}

/** A term without the parentheses around it alone, with the minuses before it. */
function wordOf(text: string, { start, end, valueAt, prefix }: FilterTerm): FilterRange {
  const isMarked = /["/]/.test(text[valueAt - 1] ?? "");
  const from = valueAt - (isMarked ? 1 : 0) - (prefix ? prefix.length + 1 : 0);
  const minuses = /-*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const opened = text.slice(start, from).split("(").length - 1;
  const closed = new RegExp(`(?:\\s*\\)){0,${opened}}$`).exec(text.slice(from, end))?.[0] ?? "";
  return { start: from - minuses, end: end - closed.length };
}
