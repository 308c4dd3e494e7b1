/** Decides whether a tool that a model chose is called, refused, or asked about first. */
import { isDestructiveTool, isReadOnlyTool } from "../../protocol/toolHints.ts";
import type { OfferedTool } from "./offeredTools.ts";

/** What the user chose for a tool; without a choice, a read-only tool runs and others ask. */
export type ApprovalMode = "ask" | "always" | "never";

export type ApprovalDecision =
  | { readonly kind: "run" }
  | { readonly kind: "refuse" }
  | {
      readonly kind: "ask";
      /**
       * `destructive`: always asked; `foreign-result`: a result of another server is in the
       * conversation, and may have caused the call; `unknown`: the tool does not say that it is
       * read-only.
       */
      readonly reason: "destructive" | "foreign-result" | "unknown";
    };

/**
 * @param resultsOf ids of the servers whose results the model has in its context
 */
export function decideApproval(
  { definition, serverId }: OfferedTool,
  mode: ApprovalMode | undefined,
  resultsOf: ReadonlySet<string>,
): ApprovalDecision {
  if (mode === "never") return { kind: "refuse" };
  if (isDestructiveTool(definition)) return { kind: "ask", reason: "destructive" };
  if ([...resultsOf].some((id) => id !== serverId)) {
    return { kind: "ask", reason: "foreign-result" };
  }
  const runs = mode === "always" || (mode === undefined && isReadOnlyTool(definition));
  return runs ? { kind: "run" } : { kind: "ask", reason: "unknown" };
}
