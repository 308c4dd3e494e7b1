/** Checks the arguments of an item before they are sent for the first time. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import { checkValue } from "../../platform/validation/checkValue.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { callableOf } from "./callable.ts";
import type { Draft } from "./drafts.ts";
import { initialDraft } from "./initialDraft.ts";

/** Whether the user wrote anything into the request. */
export function isEdited(draft: Draft, initial: Draft): boolean {
  return (
    draft.argumentsText !== initial.argumentsText ||
    draft.envelope !== undefined ||
    draft.whole !== undefined
  );
}

/** Whether the arguments do not fit the item's schema; one that was edited as a whole has none. */
export async function areInvalid(
  item: Item,
  agreement: Agreement,
  draft: Draft | undefined,
): Promise<boolean> {
  const { schema } = callableOf(item, agreement);
  if (schema === undefined || draft?.whole !== undefined) return false;
  const { argumentsText } = draft ?? initialDraft(schema);
  const verdict = await checkValue(schema, argumentsText);
  return verdict.kind === "checked" ? verdict.problems.length > 0 : verdict.kind === "unreadable";
}
