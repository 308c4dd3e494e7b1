/** Creates the initial draft of an item. */
import { requiredDefaults } from "../../../shared/schema/plan/defaults.ts";
import { type Draft, emptyDraft } from "./drafts.ts";

/**
 * The draft of an item without one: the defaults of its required properties.
 * @param schema the JSON Schema of the arguments; undefined if there are none
 */
export function initialDraft(schema: unknown): Draft {
  if (schema === undefined) return emptyDraft;
  return { ...emptyDraft, argumentsText: requiredDefaults(schema) };
}
