/** Decides whether a request may be repeated without asking after a server restart. */

import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { parseAnyJson } from "../../../shared/core/json/jsonObject.ts";
import { duplicateName } from "../../../shared/core/json/jsonText.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../shared/protocol/toolHints.ts";
import type { Item } from "../../servers/store/catalog/items.ts";

type Repeatable =
  /** The tool is read-only or idempotent, according to its annotations. */
  | { readonly kind: "safe" }
  /** The user enabled repeating for this tool. */
  | { readonly kind: "chosen"; readonly tool: string }
  /** Each call may have further effects. */
  | { readonly kind: "unsafe"; readonly tool: string; readonly isDestructive: boolean }
  /** Neither a tool call nor a plain read. */
  | { readonly kind: "unknown" };

const reads: readonly unknown[] = ["prompts/get", "resources/read"];

/**
 * Checks the text that is sent, not the item: the user can edit requests. A tool without
 * annotations may be destructive.
 * @param text the request as JSON text
 * @param chosen names of the tools that the user lets be repeated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function checkRepeat(
  text: string,
  tools: readonly Item[],
  chosen: readonly string[],
): Repeatable {
  // a server may take another of two members with the same name than the one judged here
  const request = duplicateName(text) === undefined ? parseAnyJson(text) : undefined;
  const method = getOwn(request, "method");
  if (reads.includes(method)) return { kind: "safe" };
  const tool = getOwn(getOwn(request, "params"), "name");
  if (method !== "tools/call" || typeof tool !== "string") return { kind: "unknown" };
  const definition = tools.find(({ name }) => name === tool)?.raw;
  const isDestructive = isDestructiveTool(definition);
  const isIdempotent = getOwn(getOwn(definition, "annotations"), "idempotentHint") === true;
  if (isReadOnlyTool(definition) || (isIdempotent && !isDestructive)) return { kind: "safe" };
  return chosen.includes(tool) ? { kind: "chosen", tool } : { kind: "unsafe", tool, isDestructive };
}
