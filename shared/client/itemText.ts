/** Remembers the text that listed items were read from, so that they can be shown digit for digit. */
import { textAt } from "../core/json/textAt.ts";
import type { Answer } from "./session/outcome.ts";

interface Source {
  readonly text: string;
  readonly path: readonly (string | number)[];
}

const sources = new WeakMap<object, Source>();

/** Notes where the items of a page stand in the answer that brought them. */
export function noteItemTexts(items: readonly unknown[], member: string, answer: Answer): void {
  items.forEach((item, index) => {
    if (typeof item !== "object" || item === null) return;
    sources.set(item, { text: answer.text, path: [...answer.path, member, index] });
  });
}

/** The JSON text of an item as the server wrote it; written anew where nobody knows that. */
export function itemText(item: object): string {
  const source = sources.get(item);
  return (source && textAt(source.text, source.path)) ?? JSON.stringify(item);
}
