/** Shows the server, the item and the arguments of a shared session; no server is contacted. */

import { formatTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { decodeSession, type OpenedLink } from "../../../shared/recording/link.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type Drafts, itemKey, unconnected } from "../invocations/drafts.ts";
import type { AddressBar } from "../servers/addressBar.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { ViewStore } from "../view/viewStore.ts";

export interface OpenLinkOptions {
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
  readonly view: ViewStore;
  readonly drafts: Drafts;
}

export type OpenedSession =
  | Extract<OpenedLink, { kind: "refused" }>
  /** `hasEntries`: the session has messages too, which are not shown yet. */
  | { readonly kind: "shown"; readonly hasEntries: boolean };

/** @param session the value of the fragment's `s` */
export async function openLink(options: OpenLinkOptions, session: string): Promise<OpenedSession> {
  const opened = await decodeSession(session);
  if (opened.kind === "refused") return opened;
  const { entries, connections } = opened.recording;
  showHead(options, opened.recording, unconnected);
  return { kind: "shown", hasEntries: entries !== undefined && connections !== undefined };
}

/**
 * Shows the content of a recording besides its messages.
 * @param serverId the record that gets the arguments
 */
export function showHead(
  { addressBar, settings, view, drafts }: OpenLinkOptions,
  { server, revision, selected }: Omit<Recording, "entries">,
  serverId: string,
): void {
  // earlier settings stay with the server that they were set for
  const { address, isFromLink } = addressBar.getState();
  settings.adopt(address, isFromLink);
  settings.adopt(formatTarget(server), true);
  const { environment } = settings.getState();
  const known = new Map(environment);
  settings.change({
    revision: isRevision(revision) ? revision : "auto",
    ...(server.kind === "stdio"
      ? {
          directory: server.cwd ?? "",
          environment: (server.environmentNames ?? []).map((name) => [name, known.get(name) ?? ""]),
        }
      : {}),
  });
  addressBar.writeFromLink(formatTarget(server));
  view.select(selected && { kind: selected.kind, name: selected.name });
  view.showPane("item");
  if (selected?.argumentsText !== undefined) {
    drafts.change(serverId, itemKey(selected), { argumentsText: selected.argumentsText });
  }
}
