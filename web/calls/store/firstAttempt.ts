/** Checks the arguments of an item that the user has not edited, before they are sent. */
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

/** Whether the arguments are those that an item starts with, and do not fit its schema. */
export async function isUneditedInvalid(
  item: Item,
  agreement: Agreement,
  draft: Draft | undefined,
): Promise<boolean> {
  const { schema } = callableOf(item, agreement);
  const initial = initialDraft(schema);
  if (schema === undefined || (draft && isEdited(draft, initial))) return false;
  const verdict = await checkValue(schema, initial.argumentsText);
  return verdict.kind === "checked" && verdict.problems.length > 0;
}
