/** Chooses what is tried first on a server: what is safe and needs the least. */

import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { isReadOnlyTool } from "../../../../shared/protocol/toolHints.ts";
import type { Item } from "../../store/catalog/items.ts";

/** The number of arguments that a tool requires. */
export function requiredCount({ raw }: Pick<Item, "raw">): number {
  const { required } = membersOf(raw.inputSchema);
  return Array.isArray(required) ? required.length : 0;
}

/** What names of tools hold whose results are likely to hold secrets. */
const secretive = /secret|token|passw|credential|cookie|api[-_]?key|private[-_]?key/i;
/** A word of such a name, as in `get-env`, `printenv`, `envVars` and `list_environment`. */
const environment = /env$|^env(?:s|iron|var)/i;
const told = /environment variable|credential|password|api key/i;

/** Whether a name or description says that the result discloses what should stay secret. */
function isSecretive({ name, description = "" }: Item): boolean {
  const words = name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/);
  return (
    secretive.test(name) || words.some((word) => environment.test(word)) || told.test(description)
  );
}

/**
 * The tool that needs the fewest arguments of those that say that they only read; the first one of
 * equals.
 * @returns undefined if no tool says so
 */
export function safestTool(tools: readonly Item[]): Item | undefined {
  return tools
    .filter((tool) => !tool.broken && isReadOnlyTool(tool.raw) && !isSecretive(tool))
    .reduce<Item | undefined>(
      (best, tool) =>
        best === undefined || requiredCount(tool) < requiredCount(best) ? tool : best,
      undefined,
    );
}
