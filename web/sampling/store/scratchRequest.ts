/** Defines sampling requests that were written without a server, and reads them from a file. */
import { getOwn } from "../../../shared/core/json/getOwn.ts";

export interface ScratchAnswer {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The name of the model that answered; undefined for the user. */
  readonly model?: string | undefined;
  /** The whole result as JSON text. */
  readonly text: string;
}

export interface ScratchRequest {
  readonly id: string;
  /** Empty until it is saved; an unsaved one is in this tab only. */
  readonly name: string;
  /** The name of its group; empty for none. */
  readonly collection: string;
  /** The protocol revision that request and answers follow. */
  readonly revision: string;
  /** The `params` of `sampling/createMessage`, JSON text. */
  readonly text: string;
  /** Newest first. */
  readonly answers: readonly ScratchAnswer[];
}

export const maxScratchRequests = 500;
export const maxScratchAnswers = 20;
const maxNameLength = 200;
/** UTF-16 code units of a request or answer: room for an image. */
const maxTextLength = 40_000_000;

/** Characters of all saved requests: browsers give a page about 5 MB. */
const maxSavedCharacters = 4_000_000;

/** Those that are saved in the browser: the named ones, up to the size limit. */
export function savedRequests(requests: readonly ScratchRequest[]): readonly ScratchRequest[] {
  let room = maxSavedCharacters;
  return requests.filter(({ name, text, answers }) => {
    const size = answers.reduce((sum, answer) => sum + answer.text.length, text.length);
    if (name === "" || size > room) return false;
    room -= size;
    return true;
  });
}

/** The format marker of an exported file. */
const scratchFormat = "mcp-playground-sampling/1";

/** The text of a file that holds requests with their answers. */
export function formatScratch(requests: readonly ScratchRequest[]): string {
  const exported = requests.map(({ id: _, ...request }) => request);
  return `${JSON.stringify({ format: scratchFormat, requests: exported }, undefined, 2)}\n`;
}

export type ReadScratch =
  | { readonly kind: "requests"; readonly requests: readonly ScratchRequest[] }
  | { readonly kind: "refused"; readonly code: "not-json" | "other-format" | "too-many" }
  /** @param index position of the request that could not be read, from 0 */
  | { readonly kind: "refused"; readonly code: "bad-request"; readonly index: number };

/**
 * Reads a file of requests; members that are not known are dropped.
 * @param newId ids of a file are not kept: they could replace other requests
 * @param known how many requests there are already
 */
export function parseScratch(text: string, newId: () => string, known: number): ReadScratch {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "refused", code: "not-json" };
  }
  const list = getOwn(value, "requests");
  if (getOwn(value, "format") !== scratchFormat || !Array.isArray(list)) {
    return { kind: "refused", code: "other-format" };
  }
  if (known + list.length > maxScratchRequests) return { kind: "refused", code: "too-many" };
  const requests: ScratchRequest[] = [];
  for (const [index, entry] of list.entries()) {
    const request = readScratch(entry, newId());
    if (!request) return { kind: "refused", code: "bad-request", index };
    requests.push(request);
  }
  return { kind: "requests", requests };
}

/** One request from untrusted JSON; undefined if it is not one. */
export function readScratch(value: unknown, id: string): ScratchRequest | undefined {
  const [name, collection, revision, text, answers] = [
    "name",
    "collection",
    "revision",
    "text",
    "answers",
  ].map((key) => getOwn(value, key));
  if (typeof name !== "string" || name === "" || typeof text !== "string") return undefined;
  if (text.length > maxTextLength) return undefined;
  return {
    id,
    name: name.slice(0, maxNameLength),
    collection: typeof collection === "string" ? collection.slice(0, maxNameLength) : "",
    revision: typeof revision === "string" ? revision.slice(0, 20) : "2025-11-25",
    text,
    answers: (Array.isArray(answers) ? answers : []).slice(0, maxScratchAnswers).flatMap(readOne),
  };
}

function readOne(value: unknown): readonly ScratchAnswer[] {
  const [at, model, text] = ["at", "model", "text"].map((key) => getOwn(value, key));
  if (typeof text !== "string" || text.length > maxTextLength) return [];
  const by = typeof model === "string" ? { model: model.slice(0, maxNameLength) } : {};
  return [{ at: typeof at === "number" && Number.isFinite(at) ? at : 0, ...by, text }];
}
