/** Reads a form's text while parts of it are unfinished JSON: a stand-in takes the place of each. */

import { nodeAt, type ParsedJson, type Path, parseJson } from "../../shared/core/json/jsonText.ts";
import { setValue } from "../../shared/schema/plan/editJson.ts";

/** Unfinished parts by their stand-ins, each stand-in a JSON string literal. */
export type Drafts = ReadonlyMap<string, string>;

export interface DraftText {
  /** The text as it is, unfinished parts in their places. */
  readonly text: string;
  /** The text with stand-ins; JSON whenever the text once was. */
  readonly readable: string;
  readonly drafts: Drafts;
  /** The readable text as a tree. */
  readonly parsed: ParsedJson;
}

/** Takes a text as it stands, finished or not. */
export function draftText(readable: string, drafts: Drafts = new Map()): DraftText {
  return { text: putDrafts(readable, drafts), readable, drafts, parsed: parseJson(readable) };
}

/** Puts what was typed in its place; what is no JSON value yet becomes a draft. */
export function typeJson(before: DraftText, path: Path, typed: string): DraftText {
  const { readable, drafts } = before;
  const parsed = parseJson(typed);
  if (parsed.kind === "tree" && parsed.root) {
    return draftText(setValue(readable, path, typed), drafts);
  }
  const node = before.parsed.kind === "tree" ? nodeAt(before.parsed.root, path) : undefined;
  const there = node && readable.slice(node.start, node.end);
  const standIn =
    there !== undefined && drafts.has(there) ? there : JSON.stringify(`\0draft ${drafts.size}`);
  return draftText(setValue(readable, path, standIn), new Map(drafts).set(standIn, typed));
}

/** A piece of the readable text with the unfinished parts in their places. */
export function putDrafts(readable: string, drafts: Drafts): string {
  let text = readable;
  for (const [standIn, draft] of drafts) text = text.replace(standIn, () => draft);
  return text;
}
