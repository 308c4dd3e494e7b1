/** Makes saved calls of items with their arguments, and opens a saved call in the workbench. */
import type { SavedCall } from "../../../shared/collections/collection.ts";
import { parseJsonObject } from "../../../shared/core/jsonObject.ts";
import { anyUriTemplate } from "../catalog/items.ts";
import { draftOf, itemKey, unconnected } from "../invocations/drafts.ts";
import type { Stores } from "../stores.ts";
import type { Selection } from "../view/viewStore.ts";

type OpenStores = Pick<Stores, "view" | "connections" | "invocations">;

/** @param argumentsText left out where it is not a JSON object, and for resources */
export function savedCallOf(
  { kind, name }: Selection,
  argumentsText: string | undefined,
): SavedCall {
  const args = argumentsText === undefined ? undefined : parseJsonObject(argumentsText);
  const isAnyUri = kind === "template" && name === anyUriTemplate;
  if (isAnyUri && typeof args?.uri === "string" && args.uri !== "") {
    return { name: args.uri, kind: "resource", item: args.uri, assertions: [] };
  }
  return {
    name,
    kind,
    item: name,
    ...(kind === "resource" || args === undefined || argumentsText === undefined
      ? {}
      : { argumentsText }),
    assertions: [],
  };
}

/** @returns undefined while no item is selected */
export function callOfOpenItem({
  view,
  connections,
  invocations,
}: OpenStores): SavedCall | undefined {
  const { selection } = view.getState();
  if (!selection) return undefined;
  const { activeId = unconnected } = connections.records.getState();
  const draft = draftOf(invocations.drafts.getState(), activeId, itemKey(selection));
  return savedCallOf(selection, draft?.argumentsText);
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
