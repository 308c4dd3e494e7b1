/** Expresses members of a tool result that a provider has no field for. */
import { sameJson } from "../../core/json/sameJson.ts";
import type { ToolResultBlock } from "./content.ts";
import type { MappingRecorder } from "./mapping.ts";

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
