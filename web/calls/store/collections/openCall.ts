/** Makes saved calls of items with their arguments, and opens a saved call in the workbench. */

import { composeRequest } from "../../../../shared/client/session/composeMessage.ts";
import type { SavedCall } from "../../../../shared/collections/collection.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { anyUriTemplate } from "../../../servers/store/catalog/items.ts";
import { shownServer } from "../../../servers/store/server.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import type { Selection } from "../../../view/selection.ts";
import type { ViewStore } from "../../../view/viewStore.ts";
import { callsOf } from "../calls.ts";
import type { Compositions } from "../composition.ts";
import { type Drafts, draftOf, itemKey } from "../drafts.ts";
import type { Runs } from "../runs.ts";

interface OpenStores {
  readonly view: Pick<ViewStore, "openItem" | "showPane">;
  readonly servers: { readonly all: Servers };
  readonly calls: {
    readonly drafts: Drafts;
    readonly runs: Runs;
    readonly compositions: Compositions;
  };
}

/** @param argumentsText left out where it is not a JSON object, and for resources */
export function savedCallOf(
  { kind, name }: Selection,
  argumentsText: string | undefined,
): SavedCall & { readonly kind: Selection["kind"] } {
  const args = argumentsText === undefined ? undefined : parseJsonObject(argumentsText);
  const isAnyUri = kind === "template" && name === anyUriTemplate;
  if (isAnyUri && typeof args?.uri === "string" && args.uri !== "") {
    return { name: args.uri, kind: "resource", item: args.uri, assertions: [] };
  }
  return {
    name,
    // events have a pane of their own, which saves no calls
    kind: kind === "skill" || kind === "event" ? "resource" : kind,
    item: name,
    ...(kind === "resource" || kind === "skill" || args === undefined || argumentsText === undefined
      ? {}
      : { argumentsText }),
    assertions: [],
  };
}

/** @returns undefined while no item is selected */
export function callOfOpenItem({
  servers,
  calls,
}: Omit<OpenStores, "view">): (SavedCall & { readonly kind: Selection["kind"] }) | undefined {
  const { id, selection } = shownServer(servers.all.getState());
  if (!selection || selection.kind === "event") return undefined;
  const draft = draftOf(calls.drafts.getState(), id, itemKey(selection));
  return savedCallOf(selection, draft?.argumentsText);
}

/**
 * The JSON text of the newest result of the same request on the shown server.
 * @returns undefined if there is none, and for resource templates, whose requests have no arguments
 */
export function lastResultOf(
  { servers, calls }: OpenStores,
  { kind, item, argumentsText }: SavedCall,
): string | undefined {
  if (kind === "template" || kind === "request") return undefined;
  const { id } = shownServer(servers.all.getState());
  const runs = callsOf(calls.runs.getState(), id, itemKey({ kind, name: item }));
  const wanted = parseJsonObject(argumentsText ?? "{}");
  const isSame = (text: string | undefined) =>
    kind === "resource" ||
    (text !== undefined &&
      sameJson(parseJsonObject(textAt(text, ["params", "arguments"]) ?? "{}"), wanted));
  for (const run of runs.toReversed()) {
    if (run.kind !== "done" || run.outcome.kind !== "result" || !isSame(run.text)) continue;
    const { text, path } = run.outcome.answer;
    return textAt(text, path);
  }
  return undefined;
}

/** Shows the item of a call with its arguments; variables stay as they are written. */
export function openSavedCall({ view, servers, calls }: OpenStores, call: SavedCall): void {
  const { id } = shownServer(servers.all.getState());
  if (call.kind === "request") {
    const text = composeRequest(1, call.item, call.argumentsText);
    calls.compositions.of(id).open({ mode: "text", text });
    view.showPane("composer");
    return;
  }
  const item = { kind: call.kind, name: call.item };
  if (call.argumentsText !== undefined) {
    calls.drafts.change(id, itemKey(item), { argumentsText: call.argumentsText });
  }
  view.openItem(item);
}
