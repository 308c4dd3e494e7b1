/** Reads the hints of a tool about its effects, which come from the server and may be wrong. */
import { getOwn } from "../core/json/getOwn.ts";

/**
 * Whether a tool says that it changes nothing.
 * @param definition an item of `tools/list`, not validated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function isReadOnlyTool(definition: unknown): boolean {
  return getOwn(getOwn(definition, "annotations"), "readOnlyHint") === true;
}

/**
 * Whether a tool says that it only reads or adds. By default, a tool may delete or overwrite data.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function isAdditiveTool(definition: unknown): boolean {
  const hint = getOwn(getOwn(definition, "annotations"), "destructiveHint");
  return hint === false || isReadOnlyTool(definition);
}

/** Whether a tool says that it may delete or overwrite data, and not that it changes nothing. */
export function isDestructiveTool(definition: unknown): boolean {
  const hint = getOwn(getOwn(definition, "annotations"), "destructiveHint");
  return hint === true && !isReadOnlyTool(definition);
}
