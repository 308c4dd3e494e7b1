/** What the mappings to several providers share: messages, texts, tool results, and notes. */
import { sameJson } from "../../core/json/sameJson.ts";
import type {
  Block,
  OtherBlock,
  ResultContent,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from "./content.ts";
import type { MappingRecorder } from "./mapping.ts";
import type { RequestNames } from "./safeNames.ts";
import type { SamplingMessage, SamplingRequest } from "./samplingRequest.ts";

/**
 * Maps each message to one of the provider's; one of which nothing can be sent is noted.
 * @param places the provider's names of its messages and of their parts, and the number of messages
 *   before the first one
 */
export function mapMessages<P>(
  { messages }: SamplingRequest,
  { list, parts, before = 0 }: { readonly list: string; readonly parts: string; before?: number },
  recorder: MappingRecorder,
  toPart: (block: Block, to: string) => P | undefined,
): { readonly role: SamplingMessage["role"]; readonly content: P[] }[] {
  const mapped: { role: SamplingMessage["role"]; content: P[] }[] = [];
  for (const { role, pointer, blocks } of messages) {
    const at = `/${list}/${before + mapped.length}`;
    const content: P[] = [];
    for (const block of blocks) {
      const part = toPart(block, `${at}/${parts}/${content.length}`);
      if (part) content.push(part);
    }
    if (content.length === 0) recorder.leftOut(pointer, "message-empty");
    else {
      recorder.same(`${pointer}/role`, `${at}/role`);
      mapped.push({ role, content });
    }
  }
  return mapped;
}

/** The text of a block; a block that has no other form is sent as its JSON. */
export function textOf(
  block: TextBlock | OtherBlock,
  to: string,
  recorder: MappingRecorder,
): string {
  const { pointer } = block;
  if (block.kind === "text") {
    recorder.same(pointer, to);
    return block.text;
  }
  const code = block.isKnown ? "content-as-text" : "unknown-content";
  recorder.translated(pointer, to, code, { type: block.type });
  return block.json;
}

/** The id and the name that a tool use is sent with. */
export function sentNames(
  { pointer, id, name }: ToolUseBlock,
  to: string,
  names: RequestNames,
  recorder: MappingRecorder,
): { readonly id: string; readonly name: string } {
  const sent = { id: names.ids.send(id), name: names.tools.send(name) };
  recorder.same(pointer, to);
  noteRenamed(`${pointer}/id`, id, sent.id, recorder);
  noteRenamed(`${pointer}/name`, name, sent.name, recorder);
  return sent;
}

/**
 * Writes `structuredContent`, and `isError` where the provider has no such field, as JSON text.
 * Structured content that a text block repeats, as the specification recommends, is not written again.
 * @param to JSON Pointer of the text in the provider's request
 * @returns undefined if there is nothing to write
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export function textOfMembers(
  block: ToolResultBlock,
  hasErrorField: boolean,
  to: string,
  recorder: MappingRecorder,
): string | undefined {
  const members: Record<string, unknown> = {};
  if (block.isError !== undefined && !hasErrorField) members.isError = block.isError;
  for (const value of block.structured) {
    if (!isInText(block, value)) members.structuredContent = value;
    else recorder.translated(`${block.pointer}/structuredContent`, to, "same-as-text");
  }
  for (const member of Object.keys(members)) {
    recorder.translated(`${block.pointer}/${member}`, to, "member-as-text", { member });
  }
  return Object.keys(members).length > 0 ? JSON.stringify(members) : undefined;
}

function isInText(block: ToolResultBlock, value: unknown): boolean {
  return block.content.some((item) => {
    if (item.kind !== "text") return false;
    try {
      return sameJson(JSON.parse(item.text), value);
    } catch {
      return false;
    }
  });
}

/** The images that OpenAI and Anthropic list. */
export const commonImages: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
];

/** Notes a temperature above the provider's range. */
export function noteRange(value: number, maximum: number, recorder: MappingRecorder) {
  if (value >= 0 && value <= maximum) return;
  recorder.remark("/temperature", "out-of-range", { value, minimum: 0, maximum });
}

/** Notes more stop sequences than the provider takes. */
export function noteCount(count: number, maximum: number, recorder: MappingRecorder) {
  if (count > maximum) recorder.remark("/stopSequences", "too-many", { count, maximum });
}

/** Notes a name or id that is sent differently. */
export function noteRenamed(
  pointer: string,
  original: string,
  sent: string,
  recorder: MappingRecorder,
) {
  if (original !== sent) recorder.remark(pointer, "renamed", { original, sent });
}

/** Notes content that the provider cannot take at its place. */
export function noteNotSent(
  block: Exclude<ResultContent, { kind: "text" | "other" }>,
  provider: string,
  recorder: MappingRecorder,
) {
  const { pointer, kind, mimeType } = block;
  recorder.leftOut(pointer, "content-not-sent", { type: kind, mimeType, provider });
}

/** Notes a media type that the provider does not list; it is sent anyway. */
export function noteMediaType(
  { pointer, mimeType }: { readonly pointer: string; readonly mimeType: string },
  listed: readonly string[],
  provider: string,
  recorder: MappingRecorder,
) {
  if (!listed.includes(mimeType)) {
    recorder.remark(`${pointer}/mimeType`, "media-type-unlisted", { mimeType, provider });
  }
}
