/** Other names, descriptions and schemas of tools, tried with models; the server is not changed. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { OfferedTool } from "../models/agent/offeredTools.ts";

/** Members of a definition that models get; absent ones stay as the server has them. */
export interface ToolEdit {
  readonly name?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

/** Edits by the server's name of the tool. */
export type Overlay = Readonly<Record<string, ToolEdit>>;

/** The edit of a tool, which may be called `constructor`. */
export function editOf(overlay: Overlay, tool: string): ToolEdit | undefined {
  return Object.hasOwn(overlay, tool) ? overlay[tool] : undefined;
}

/** The tools as the overlay has them; they are called, and expected, by the server's names. */
export function overlayTools(
  tools: readonly OfferedTool[],
  overlay: Overlay,
): readonly OfferedTool[] {
  const names = new Map(tools.map(({ offeredName }) => [offeredName, 1]));
  return tools.map((tool) => {
    const edit = editOf(overlay, tool.name);
    if (!edit) return tool;
    const { name, ...members } = edit;
    // a name that another tool has would hide one of them
    const isFree = name !== undefined && name !== "" && !names.has(name);
    return {
      ...tool,
      definition: { ...tool.definition, ...members },
      offeredName: isFree ? name : tool.offeredName,
    };
  });
}

/** The definitions that an overlay changes, as they would be in `tools/list`. */
export function editedDefinitions(
  tools: readonly OfferedTool[],
  overlay: Overlay,
): readonly { readonly before: JsonObject; readonly after: JsonObject }[] {
  return tools.flatMap(({ name, definition }) => {
    const edit = editOf(overlay, name);
    return edit ? [{ before: definition, after: { ...definition, ...edit } }] : [];
  });
}
