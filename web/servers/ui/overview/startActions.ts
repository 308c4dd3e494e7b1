/** Chooses what is tried first on a server: what is safe and needs the least. */

import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import type { Item } from "../../store/catalog/items.ts";

/** The number of arguments that a tool requires. */
export function requiredCount({ raw }: Pick<Item, "raw">): number {
  const { required } = membersOf(raw.inputSchema);
  return Array.isArray(required) ? required.length : 0;
}

/** The tool that changes least and needs the fewest arguments; the first one of equals. */
export function safestTool(tools: readonly Item[]): Item | undefined {
  const riskOf = (tool: Item) => {
    const { destructiveHint } = membersOf(tool.raw.annotations);
    const risk = isReadOnlyTool(tool.raw) ? 0 : destructiveHint === false ? 1 : 2;
    return risk * 1000 + Math.min(999, requiredCount(tool));
  };
  return tools
    .filter(({ broken }) => !broken)
    .reduce<Item | undefined>(
      (best, tool) => (best === undefined || riskOf(tool) < riskOf(best) ? tool : best),
      undefined,
    );
}
