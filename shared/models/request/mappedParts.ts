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
import type { MappingNotes } from "./mapping.ts";
import type { RequestNames } from "./safeNames.ts";
import type { SamplingMessage, SamplingRequest } from "./samplingRequest.ts";

/** Maps each message to one of the provider's; one of which nothing can be sent is noted. */
export function mapMessages<P>(
  { messages }: SamplingRequest,
  notes: MappingNotes,
  toPart: (block: Block) => P | undefined,
): { readonly role: SamplingMessage["role"]; readonly content: P[] }[] {
  const mapped: { role: SamplingMessage["role"]; content: P[] }[] = [];
  for (const { role, pointer, blocks } of messages) {
    const content = blocks.flatMap((block) => toPart(block) ?? []);
    if (content.length === 0) notes.leftOut(pointer, "message-empty");
    else mapped.push({ role, content });
  }
  return mapped;
}

/** The text of a block; a block that has no other form is sent as its JSON. */
export function textOf(block: TextBlock | OtherBlock, notes: MappingNotes): string {
  const { pointer } = block;
  if (block.kind === "text") return block.text;
  const code = block.isKnown ? "content-as-text" : "unknown-content";
  notes.translated(pointer, code, { type: block.type });
  return block.json;
}

/** The id and the name that a tool use is sent with. */
export function sentNames(
  { pointer, id, name }: ToolUseBlock,
  names: RequestNames,
  notes: MappingNotes,
): { readonly id: string; readonly name: string } {
  const sent = { id: names.ids.send(id), name: names.tools.send(name) };
  noteRenamed(`${pointer}/id`, id, sent.id, notes);
  noteRenamed(`${pointer}/name`, name, sent.name, notes);
  return sent;
}

/**
 * Writes `structuredContent`, and `isError` where the provider has no such field, as JSON text.
 * Structured content that a text block repeats, as the specification recommends, is not written again.
 * @returns undefined if there is nothing to write
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content
 */
export function textOfMembers(
  block: ToolResultBlock,
  hasErrorField: boolean,
  notes: MappingNotes,
): string | undefined {
  const members: Record<string, unknown> = {};
  if (block.isError !== undefined && !hasErrorField) members.isError = block.isError;
  for (const value of block.structured) {
    if (!isInText(block, value)) members.structuredContent = value;
    else notes.translated(`${block.pointer}/structuredContent`, "same-as-text");
  }
  for (const member of Object.keys(members)) {
    notes.translated(`${block.pointer}/${member}`, "member-as-text", { member });
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
export function noteRange(value: number, maximum: number, notes: MappingNotes) {
  if (value >= 0 && value <= maximum) return;
  notes.remark("/temperature", "out-of-range", { value, minimum: 0, maximum });
}

/** Notes more stop sequences than the provider takes. */
export function noteCount(count: number, maximum: number, notes: MappingNotes) {
  if (count > maximum) notes.remark("/stopSequences", "too-many", { count, maximum });
}

/** Notes a name or id that is sent differently. */
export function noteRenamed(pointer: string, original: string, sent: string, notes: MappingNotes) {
  if (original !== sent) notes.remark(pointer, "renamed", { original, sent });
}

/** Notes content that the provider cannot take at its place. */
export function noteNotSent(
  block: Exclude<ResultContent, { kind: "text" | "other" }>,
  provider: string,
  notes: MappingNotes,
) {
  const { pointer, kind, mimeType } = block;
  notes.leftOut(pointer, "content-not-sent", { type: kind, mimeType, provider });
}

/** Notes a media type that the provider does not list; it is sent anyway. */
export function noteMediaType(
  { pointer, mimeType }: { readonly pointer: string; readonly mimeType: string },
  listed: readonly string[],
  provider: string,
  notes: MappingNotes,
) {
  if (!listed.includes(mimeType)) {
    notes.remark(`${pointer}/mimeType`, "media-type-unlisted", { mimeType, provider });
  }
}
