/** Chooses what is tried first on a server: what is safe and needs the least. */

import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { isReadOnlyTool, mayDiscloseSecrets } from "../../../../shared/protocol/toolHints.ts";
import type { Item } from "../../store/catalog/items.ts";

/** The number of arguments that a tool requires. */
export function requiredCount({ raw }: Pick<Item, "raw">): number {
  const { required } = membersOf(raw.inputSchema);
  return Array.isArray(required) ? required.length : 0;
}

/**
 * The tool that needs the fewest arguments of those that say that they only read; the first one of
 * equals.
 * @returns undefined if no tool says so
 */
export function safestTool(tools: readonly Item[]): Item | undefined {
  return tools
    .filter((tool) => !tool.broken && isReadOnlyTool(tool.raw) && !mayDiscloseSecrets(tool))
    .reduce<Item | undefined>(
      (best, tool) =>
        best === undefined || requiredCount(tool) < requiredCount(best) ? tool : best,
      undefined,
    );
}
