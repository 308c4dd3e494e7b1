/** Maps the parts that all providers share: text, and the names of tool uses. */
import type { OtherBlock, TextBlock, ToolUseBlock } from "./content.ts";
import type { MappingRecorder } from "./mapping.ts";
import { noteRenamed } from "./notes.ts";
import type { RequestNames } from "./safeNames.ts";

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
