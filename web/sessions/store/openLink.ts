/** Shows the server, the item and the arguments of a shared session; no server is contacted. */

import { formatTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { decodeSession, type OpenedLink } from "../../../shared/recording/link.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type Drafts, itemKey } from "../../calls/store/drafts.ts";
import type { EnteredServer } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { ViewStore } from "../../servers/store/view/viewStore.ts";

export interface OpenLinkOptions {
  readonly servers: Servers;
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
  const { servers, view, drafts } = options;
  const { selected } = opened.recording;
  servers.enterLink(serverOfLink(servers, opened.recording));
  view.showPane("item");
  if (selected?.argumentsText !== undefined) {
    const { id } = servers.getState().entered;
    drafts.change(id, itemKey(selected), { argumentsText: selected.argumentsText });
  }
  return { kind: "shown", hasEntries: entries !== undefined && connections !== undefined };
}

interface LinkHead extends Pick<Recording, "server" | "selected"> {
  readonly revision?: string | undefined;
}

/** The address, the settings and the selected item that a link or a recording proposes. */
export function serverOfLink(
  servers: Pick<Servers, "settingsOfLink">,
  { server, revision, selected }: LinkHead,
): Pick<EnteredServer, "address" | "settings" | "selection"> {
  const address = formatTarget(server);
  const settings = servers.settingsOfLink(address);
  const known = new Map(settings.environment);
  return {
    address,
    settings: {
      ...settings,
      revision: isRevision(revision) ? revision : "auto",
      ...(server.kind === "stdio"
        ? {
            directory: server.cwd ?? "",
            environment: (server.environmentNames ?? []).map(
              (name) => [name, known.get(name) ?? ""] as const,
            ),
          }
        : {}),
    },
    selection: selected && { kind: selected.kind, name: selected.name },
  };
}
