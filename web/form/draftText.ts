/** Parses a form's text while parts of it are unfinished JSON, each replaced by a placeholder. */

import { nodeAt, type ParsedJson, type Path, parseJson } from "../../shared/core/json/jsonText.ts";
import { setValue } from "../../shared/schema/plan/editJson.ts";

/** Unfinished parts by their placeholders, which are JSON string literals. */
export type FieldDrafts = ReadonlyMap<string, string>;

export interface DraftText {
  /** The text including the unfinished parts. */
  readonly text: string;
  /** The text with placeholders; valid JSON unless the text itself is invalid. */
  readonly readable: string;
  readonly drafts: FieldDrafts;
  /** The syntax tree of the readable text. */
  readonly parsed: ParsedJson;
}

/** Creates the state for a text. */
export function draftText(readable: string, drafts: FieldDrafts = new Map()): DraftText {
  return { text: putDrafts(readable, drafts), readable, drafts, parsed: parseJson(readable) };
}

/** Sets the typed text at a path; text that is not a JSON value yet becomes a draft. */
export function typeJson(before: DraftText, path: Path, typed: string): DraftText {
  const { readable, drafts } = before;
  const parsed = parseJson(typed);
  if (parsed.kind === "tree" && parsed.root) {
    return draftText(setValue(readable, path, typed), drafts);
  }
  const node = before.parsed.kind === "tree" ? nodeAt(before.parsed.root, path) : undefined;
  const there = node && readable.slice(node.start, node.end);
  const placeholder =
    there !== undefined && drafts.has(there) ? there : JSON.stringify(`\0draft ${drafts.size}`);
  return draftText(setValue(readable, path, placeholder), new Map(drafts).set(placeholder, typed));
}

/** Replaces the placeholders in a part of the readable text by the unfinished parts. */
export function putDrafts(readable: string, drafts: FieldDrafts): string {
  let text = readable;
  for (const [placeholder, draft] of drafts) text = text.replace(placeholder, () => draft);
  return text;
}
