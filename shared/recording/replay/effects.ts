/** Decides by annotations which recorded calls may change something at the server. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { ReplayStep } from "./planReplay.ts";

/**
 * The tools of a replay that may delete or change something: neither read-only nor declared to add
 * only. Tools that the server does not list are included.
 * @param tools the tools as the server listed them
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function destructiveTools(
  steps: readonly ReplayStep[],
  tools: readonly unknown[],
): ReadonlySet<string> {
  const byName = new Map(tools.map((tool) => [getOwn(tool, "name"), getOwn(tool, "annotations")]));
  const found = new Set<string>();
  for (const { request } of steps) {
    const { method, subject } = request;
    if (method !== "tools/call" || subject === undefined) continue;
    const annotations = byName.get(subject);
    const isHarmless =
      getOwn(annotations, "readOnlyHint") === true ||
      getOwn(annotations, "destructiveHint") === false;
    if (!isHarmless) found.add(subject);
  }
  return found;
}
