/** Decides whether a request may be sent again without asking, after the server was restarted. */
import { getOwn } from "../../../shared/core/getOwn.ts";
import type { Item } from "../catalog/items.ts";

export type Repeatable =
  /** It reads, or repeating it changes nothing more, by the tool's own annotations. */
  | { readonly kind: "safe" }
  /** The person switched repeating on for this tool. */
  | { readonly kind: "chosen"; readonly tool: string }
  /** It may change something each time. */
  | { readonly kind: "unsafe"; readonly tool: string; readonly isDestructive: boolean }
  /** Neither a call of a tool nor a plain read. */
  | { readonly kind: "unknown" };

const reads: readonly unknown[] = ["prompts/get", "resources/read"];

/**
 * Looks at what is sent, not at the item it was written for: a request can be edited by hand.
 * A tool without annotations may be destructive.
 * @param text the request as JSON text
 * @param chosen names of the tools that the person lets be repeated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function judgeRepeat(
  text: string,
  tools: readonly Item[],
  chosen: readonly string[],
): Repeatable {
  const request = parsed(text);
  const method = getOwn(request, "method");
  if (reads.includes(method)) return { kind: "safe" };
  const tool = getOwn(getOwn(request, "params"), "name");
  if (method !== "tools/call" || typeof tool !== "string") return { kind: "unknown" };
  const annotations = tools.find(({ name }) => name === tool)?.raw.annotations;
  const says = (hint: string) => getOwn(annotations, hint) === true;
  const isDestructive = says("destructiveHint") && !says("readOnlyHint");
  if (says("readOnlyHint") || (says("idempotentHint") && !isDestructive)) return { kind: "safe" };
  return chosen.includes(tool) ? { kind: "chosen", tool } : { kind: "unsafe", tool, isDestructive };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
