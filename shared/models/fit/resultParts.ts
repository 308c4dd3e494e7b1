/** Compares what a tool result tells a model as content with what it says as structured content. */
import { getOwn } from "../../core/json/getOwn.ts";

/** Values that are compared, and characters of text in which they are looked for. */
const [maxValues, maxTextLength] = [2000, 256 * 1024];

export type ResultParts =
  /** One of them is absent, or holds nothing to compare. */
  | { readonly kind: "single" }
  | { readonly kind: "too-large" }
  /** Strings and numbers of the structured content, and how many of them the text has. */
  | { readonly kind: "compared"; readonly values: number; readonly inText: number };

/** The texts of a result's content, in order. */
export function contentTexts(result: unknown): readonly string[] {
  return contentBlocks(result)
    .map((block) => getOwn(block, "text") ?? getOwn(getOwn(block, "resource"), "text"))
    .filter((text) => typeof text === "string");
}

/** Blocks of a result that are no text, by type. */
export function otherBlocks(result: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const block of contentBlocks(result)) {
    const isText = typeof (getOwn(block, "text") ?? getOwn(getOwn(block, "resource"), "text"));
    if (isText === "string") continue;
    const type = getOwn(block, "type");
    const known = typeof type === "string" && knownTypes.has(type) ? type : "other";
    counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

const knownTypes: ReadonlySet<string> = new Set(["image", "audio", "resource", "resource_link"]);

/** @param result the result of `tools/call`, not validated */
export function compareParts(result: unknown): ResultParts {
  const structured = getOwn(result, "structuredContent");
  const texts = contentTexts(result);
  if (structured === undefined || texts.length === 0) return { kind: "single" };
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const values = length > maxTextLength ? undefined : scalarsOf(structured);
  if (values === undefined) return { kind: "too-large" };
  if (values.length === 0) return { kind: "single" };
  const text = texts.join("\n");
  const words = new Set(text.split(/[^\p{L}\p{N}.+-]+/u).map((word) => word.replace(/[.]+$/, "")));
  // in a text that is JSON, strings are escaped
  const has = (value: string) =>
    words.has(value) ||
    (!/^[\p{L}\p{N}.+-]*$/u.test(value) &&
      (text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1))));
  return { kind: "compared", values: values.length, inText: values.filter(has).length };
}

export function contentBlocks(result: unknown): readonly unknown[] {
  const content = getOwn(result, "content");
  return Array.isArray(content) ? content : [];
}

/** The strings and numbers in a value; undefined if there are too many. */
function scalarsOf(root: unknown): readonly string[] | undefined {
  const found: string[] = [];
  const open: unknown[] = [root];
  for (let seen = 0; open.length > 0; seen++) {
    if (seen > 4 * maxValues || found.length > maxValues) return undefined;
    const value = open.pop();
    if (typeof value === "string" && value !== "") found.push(value);
    else if (typeof value === "number") found.push(String(value));
    else if (typeof value === "object" && value !== null) {
      const members = Object.values(value);
      if (members.length > maxValues) return undefined;
      open.push(...members);
    }
  }
  return found;
}
