/** Opens a shared session from a link; sends nothing to a server. */

import { formatTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { decodeSession, type OpenedLink } from "../../../shared/recording/link.ts";
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

/**
 * @param session value of `s` in the URL fragment
 * @returns why it was refused, if it was
 */
export async function openLink(
  { addressBar, settings, view, drafts }: OpenLinkOptions,
  session: string,
): Promise<Extract<OpenedLink, { kind: "refused" }>["problem"] | undefined> {
  const opened = await decodeSession(session);
  if (opened.kind === "refused") return opened.problem;
  const { server, revision, selected } = opened.recording;
  settings.change({
    revision: isRevision(revision) ? revision : "auto",
    ...(server.kind === "stdio"
      ? {
          directory: server.cwd ?? "",
          environment: (server.environmentNames ?? []).map((name) => [name, ""] as const),
        }
      : {}),
  });
  addressBar.writeFromLink(formatTarget(server));
  view.select(selected && { kind: selected.kind, name: selected.name });
  view.showPane("item");
  if (selected?.argumentsText !== undefined) {
    drafts.change(unconnected, itemKey(selected), { argumentsText: selected.argumentsText });
  }
  return undefined;
}
