/** Maps listed items to the JSON text they were parsed from, so that numbers are shown as sent. */
import { textAt } from "../core/json/textAt.ts";
import type { Answer } from "./session/outcome.ts";

interface Source {
  readonly text: string;
  readonly path: readonly (string | number)[];
}

const sources = new WeakMap<object, Source>();

/** Stores where each item of a page is in the text of its answer. */
export function rememberItemTexts(items: readonly unknown[], member: string, answer: Answer): void {
  items.forEach((item, index) => {
    if (typeof item !== "object" || item === null) return;
    sources.set(item, { text: answer.text, path: [...answer.path, member, index] });
  });
}

/** The JSON text of an item as the server sent it; serialized again if that is unknown. */
export function itemText(item: object): string {
  const source = sources.get(item);
  return (source && textAt(source.text, source.path)) ?? JSON.stringify(item);
}
