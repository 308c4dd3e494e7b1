/** Prints the content of results: text, images, audio and resources. */
import { fromBase64 } from "../../../shared/core/base64.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { escapeForTerminal, escapeLinesForTerminal, type Terminal } from "../terminal.ts";
import { terminalImage } from "./terminalImage.ts";

/** Prints a result of a tool, a prompt or a resource. */
export function printContent(terminal: Terminal, result: unknown): void {
  const messages = getOwn(result, "messages");
  if (Array.isArray(messages)) {
    const description = getOwn(result, "description");
    if (typeof description === "string")
      terminal.print(terminal.styled("dim", escapeForTerminal(description)));
    for (const message of messages) {
      terminal.print(
        terminal.styled("bold", `${escapeForTerminal(String(getOwn(message, "role")))}:`),
      );
      printBlock(terminal, getOwn(message, "content"));
    }
    return;
  }
  const blocks = blocksOf(result);
  for (const block of blocks) printBlock(terminal, block);
  const structured = getOwn(result, "structuredContent");
  const isShown = blocks.some((block) => textOf(block) !== undefined);
  if (blocks.length === 0 || (structured !== undefined && !isShown)) {
    terminal.print(escapeLinesForTerminal(prettyText(jsonText(structured ?? result))));
  }
}

interface SavedContent {
  readonly bytes: Uint8Array;
  /** Images, audio and binary resources besides the one that is saved. */
  readonly othersCount: number;
}

/** What a file of a result holds: the first image, audio or binary resource, otherwise all text; undefined if there is neither. */
export function contentToSave(result: unknown): SavedContent | undefined {
  const messages = getOwn(result, "messages");
  const blocks = Array.isArray(messages)
    ? messages.map((message) => getOwn(message, "content"))
    : blocksOf(result);
  const [binary, ...others] = blocks.map(bytesOf).filter((bytes) => bytes !== undefined);
  if (binary) return { bytes: binary, othersCount: others.length };
  const texts = blocks.map(textOf).filter((text) => text !== undefined);
  return texts.length > 0 ? { bytes: encodeText(texts.join("")), othersCount: 0 } : undefined;
}

/** The content blocks of a tool's result, or the contents of a resource. */
function blocksOf(result: unknown): readonly unknown[] {
  const blocks = getOwn(result, "content") ?? getOwn(result, "contents");
  return Array.isArray(blocks) ? blocks : [];
}

/** The text of a block, or of the resource in it. */
function textOf(block: unknown): string | undefined {
  const text = getOwn(block, "text") ?? getOwn(getOwn(block, "resource"), "text");
  return typeof text === "string" ? text : undefined;
}

/** The decoded data of an image, of audio or of a binary resource. */
function bytesOf(block: unknown): Uint8Array | undefined {
  const data =
    getOwn(block, "data") ?? getOwn(block, "blob") ?? getOwn(getOwn(block, "resource"), "blob");
  return typeof data === "string" ? fromBase64(data) : undefined;
}

function printBlock(terminal: Terminal, block: unknown): void {
  const text = textOf(block);
  if (text !== undefined) {
    terminal.print(escapeLinesForTerminal(text));
    return;
  }
  const uri = getOwn(block, "uri") ?? getOwn(getOwn(block, "resource"), "uri");
  const type = getOwn(block, "mimeType") ?? getOwn(getOwn(block, "resource"), "mimeType");
  const bytes = bytesOf(block);
  const image =
    bytes && terminal.isTty && getOwn(block, "type") === "image"
      ? terminalImage(bytes, type, process.env)
      : undefined;
  if (image !== undefined) terminal.print(image);
  const facts = [
    uri,
    type ?? getOwn(block, "type"),
    bytes && `${bytes.byteLength.toLocaleString("en")} bytes`,
  ].filter((fact) => typeof fact === "string");
  const hint = bytes ? "; --save <file> writes it" : "";
  const line = facts.length > 0 ? `[${facts.join(", ")}${hint}]` : jsonText(block);
  terminal.print(terminal.styled("dim", escapeForTerminal(line)));
}
