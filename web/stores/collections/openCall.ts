/** Makes a saved call of the item that is open, and opens a saved call in the workbench. */
import type { SavedCall } from "../../../shared/collections/collection.ts";
import { draftOf, itemKey, unconnected } from "../invocations/drafts.ts";
import type { Stores } from "../stores.ts";

type OpenStores = Pick<Stores, "view" | "connections" | "invocations">;

/** @returns undefined while no item is selected, or a resource template is: its URI is not complete */
export function callOfOpenItem({
  view,
  connections,
  invocations,
}: OpenStores): SavedCall | undefined {
  const { selection } = view.getState();
  if (!selection || selection.kind === "template") return undefined;
  const { activeId = unconnected } = connections.records.getState();
  const draft = draftOf(invocations.drafts.getState(), activeId, itemKey(selection));
  const { kind, name } = selection;
  const args = kind === "resource" ? undefined : draft?.argumentsText;
  return {
    name,
    kind,
    item: name,
    ...(args === undefined || !isObject(args) ? {} : { argumentsText: args }),
    assertions: [],
  };
}

/** Shows the item of a call with its arguments; variables stay as they are written. */
export function openSavedCall(
  { view, connections, invocations }: OpenStores,
  call: SavedCall,
): void {
  const { activeId = unconnected } = connections.records.getState();
  const item = { kind: call.kind, name: call.item };
  if (call.argumentsText !== undefined) {
    invocations.drafts.change(activeId, itemKey(item), { argumentsText: call.argumentsText });
  }
  view.openItem(item);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
