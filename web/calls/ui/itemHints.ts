/** Describes an item's annotations briefly; they are hints, not guarantees. */
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import type { Item } from "../../servers/store/catalog/items.ts";

interface ItemHint {
  readonly words: string;
  readonly tone: "neutral" | "in" | "warning";
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export function itemHintsOf({ kind, raw }: Item): ItemHint[] {
  const hints: ItemHint[] = [];
  if (kind === "tool") {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = membersOf(
      raw.annotations,
    );
    if (readOnlyHint === true) hints.push({ words: "read-only", tone: "in" });
    if (destructiveHint === true && readOnlyHint !== true) {
      hints.push({ words: "destructive", tone: "warning" });
    }
    if (idempotentHint === true) hints.push({ words: "idempotent", tone: "neutral" });
    if (openWorldHint === true) hints.push({ words: "open world", tone: "neutral" });
    const { taskSupport } = membersOf(raw.execution);
    if (taskSupport === "required") hints.push({ words: "runs as a task only", tone: "warning" });
  }
  if (typeof raw.mimeType === "string") hints.push({ words: raw.mimeType, tone: "neutral" });
  return hints;
}
