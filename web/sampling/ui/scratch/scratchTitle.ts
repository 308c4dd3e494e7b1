/** Names a scratch request in lists. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { ScratchRequest } from "../../store/scratch.ts";
import { blocksOf, parseParams } from "../request/readRequest.ts";

/** Longer texts are not parsed for a title. */
const maxReadLength = 20_000;

/** Its name, or the beginning of its last text. */
export function scratchTitle(request: ScratchRequest): string {
  return request.name || lastText(request.text) || "New request";
}

/** The beginning of the last text in it; empty if it has none, or is too long to parse. */
export function lastText(text: string): string {
  const messages = text.length > maxReadLength ? undefined : parseParams(text)?.messages;
  const texts = (Array.isArray(messages) ? messages : [])
    .flatMap((message) => blocksOf(getOwn(message, "content")))
    .map((block) => getOwn(block, "text"))
    .filter((one) => typeof one === "string" && one !== "");
  const last = texts.at(-1);
  return typeof last === "string" ? last.slice(0, 80) : "";
}
