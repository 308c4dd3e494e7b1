/** Reads and edits the JSON text of a sampling result; an edit leaves everything else unchanged. */

import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { Path } from "../../../../shared/core/json/jsonText.ts";
import { rangeAt, textAt } from "../../../../shared/core/json/textAt.ts";
import { removeValue, setValue } from "../../../../shared/schema/plan/editJson.ts";
import { blocksOf } from "../request/readRequest.ts";

/** The initial answer. */
export const answerToBegin = `{
  "role": "assistant",
  "content": {
    "type": "text",
    "text": ""
  },
  "model": "answered-by-hand",
  "stopReason": "endTurn"
}`;

export interface AnswerBlock {
  readonly path: Path;
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface ReadAnswer {
  readonly blocks: readonly AnswerBlock[];
  /** Empty where they are absent or no text. */
  readonly role: string;
  readonly model: string;
  readonly stopReason: string;
}

/** Reads an answer; undefined if the text is not a JSON object. */
export function readAnswer(text: string): ReadAnswer | undefined {
  const answer = parseJsonObject(text);
  if (!answer) return undefined;
  const { content } = answer;
  const blocks = blocksOf(content).map((block, index) => {
    const value =
      typeof block === "object" && block !== null ? (block as AnswerBlock["value"]) : {};
    const path = Array.isArray(content) ? ["content", index] : ["content"];
    return { path, type: asText(value.type), value };
  });
  const { role, model, stopReason } = answer;
  return { blocks, role: asText(role), model: asText(model), stopReason: asText(stopReason) };
}

/** The block that the field `Response` shows: the first one with text. */
export function responseBlock(answer: ReadAnswer): AnswerBlock | undefined {
  return answer.blocks.find(({ type, value }) => type === "text" && isText(value.text));
}

/** Sets the text of the answer; a text block is put first where there is none. */
export function setResponse(text: string, response: string): string {
  const answer = readAnswer(text);
  const block = answer && responseBlock(answer);
  if (block) return put(text, [...block.path, "text"], JSON.stringify(response));
  const written = JSON.stringify({ type: "text", text: response });
  const content = textAt(text, ["content"]);
  if (content === undefined || answer?.blocks.length === 0) return put(text, ["content"], written);
  const items = content.startsWith("[") ? content.slice(1, -1) : content;
  return put(text, ["content"], `[${written}, ${items}]`);
}

/**
 * Adds a block at the end. It replaces an empty text that is alone, so that an image by itself stays
 * one block.
 */
export function addBlock(text: string, block: object): string {
  const { blocks } = readAnswer(text) ?? { blocks: [] };
  const written = JSON.stringify(block);
  const [only, second] = blocks;
  const isUnused = only?.type === "text" && only.value.text === "" && second === undefined;
  const content = textAt(text, ["content"]);
  if (content === undefined || blocks.length === 0 || isUnused) {
    return put(text, ["content"], written);
  }
  if (content.startsWith("[")) return setValue(text, ["content", blocks.length], written);
  return put(text, ["content"], `[${content}, ${written}]`);
}

/** Removes a block; a single block that is left needs no list, and an empty text replaces the last. */
export function removeBlock(text: string, path: Path): string {
  if (path.length === 1) return put(text, ["content"], '{"type":"text","text":""}');
  const rest = removeValue(text, path);
  const { blocks } = readAnswer(rest) ?? { blocks: [] };
  if (blocks.length > 1) return rest;
  const last = textAt(rest, ["content", 0]) ?? '{"type":"text","text":""}';
  return put(rest, ["content"], last);
}

/** Sets a text member of the answer; an empty text removes it. */
export function setMember(text: string, name: "role" | "model" | "stopReason", value: string) {
  return value === "" ? removeValue(text, [name]) : put(text, [name], JSON.stringify(value));
}

/** Replaces or adds a value by its JSON text. */
export function put(text: string, path: Path, value: string): string {
  // much faster than parsing the whole text, which may hold an image
  const range = rangeAt(text, path);
  return range
    ? text.slice(0, range.start) + value + text.slice(range.end)
    : setValue(text, path, value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function asText(value: unknown): string {
  return isText(value) ? value : "";
}
