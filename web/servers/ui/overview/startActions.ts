/** Chooses what is tried first on a server: what is safe and needs the least. */

import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import type { Item } from "../../store/catalog/items.ts";

/** The number of arguments that a tool requires. */
export function requiredCount({ raw }: Pick<Item, "raw">): number {
  const { required } = membersOf(raw.inputSchema);
  return Array.isArray(required) ? required.length : 0;
}

/** Names of tools whose results are likely to hold secrets. */
const secretive = /(?:^|[^a-z])env(?:ironment)?(?:[^a-z]|$)|secret|token|passw|credential/i;

/**
 * The tool that needs the fewest arguments of those that say that they only read; the first one of
 * equals.
 * @returns undefined if no tool says so
 */
export function safestTool(tools: readonly Item[]): Item | undefined {
  return tools
    .filter(({ broken, name, raw }) => !broken && isReadOnlyTool(raw) && !secretive.test(name))
    .reduce<Item | undefined>(
      (best, tool) =>
        best === undefined || requiredCount(tool) < requiredCount(best) ? tool : best,
      undefined,
    );
}
