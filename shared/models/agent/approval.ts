/** Decides whether a tool that a model chose is called, refused, or asked about first. */
import { jsonText } from "../../core/text/textOfJson.ts";
import { isDestructiveTool, needsConsent } from "../../protocol/toolHints.ts";
import type { OfferedTool } from "./offeredTools.ts";

/** What the user chose for a tool; without a choice, a read-only tool runs and others ask. */
export type ApprovalMode = "ask" | "always" | "never";

/** A choice, with the JSON text of the definition that the user made it for. */
export interface ToolApproval {
  readonly mode: ApprovalMode;
  readonly definition: string;
}

/** @param definition the entry of `tools/list` that the user sees */
export function createApproval(mode: ApprovalMode, definition: object): ToolApproval {
  return { mode, definition: jsonText(definition) };
}

/** Whether a tool was allowed with another definition: then it is asked about again. */
export function isOutdated(approval: ToolApproval | undefined, definition: object): boolean {
  return approval?.mode === "always" && approval.definition !== jsonText(definition);
}

export type ApprovalDecision =
  | { readonly kind: "run" }
  | { readonly kind: "refuse" }
  | {
      readonly kind: "ask";
      /**
       * `destructive`: always asked; `foreign-result`: a result of another server is in the
       * conversation, and may have caused the call; `changed`: it was agreed to with another
       * definition; `unknown`: the tool does not say that it is read-only.
       */
      readonly reason: "destructive" | "foreign-result" | "changed" | "unknown";
    };

/**
 * @param mode what the user chose for the tool
 * @param resultsOf ids of the servers whose results the model has in its context
 * @param isChanged whether the user has agreed to another definition, and not to this one
 */
export function decideApproval(
  { definition, serverId }: Pick<OfferedTool, "definition" | "serverId">,
  mode: ApprovalMode | undefined,
  resultsOf: ReadonlySet<string>,
  isChanged: boolean,
): ApprovalDecision {
  if (mode === "never") return { kind: "refuse" };
  if (isDestructiveTool(definition)) return { kind: "ask", reason: "destructive" };
  if ([...resultsOf].some((id) => id !== serverId)) {
    return { kind: "ask", reason: "foreign-result" };
  }
  if (isChanged) return { kind: "ask", reason: "changed" };
  const runs = mode === "always" || (mode === undefined && !needsConsent(definition, "foreign"));
  return runs ? { kind: "run" } : { kind: "ask", reason: "unknown" };
}
