/** Proposes the server, the item and the arguments of a shared session without messages. */

import { formatTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type Drafts, itemKey } from "../../calls/store/drafts.ts";
import type { EnteredServer } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { ViewStore } from "../../view/viewStore.ts";

interface ProposeServerOptions {
  readonly servers: Servers;
  readonly view: ViewStore;
  readonly drafts: Drafts;
}

interface LinkHead extends Pick<Recording, "server" | "selected"> {
  readonly revision?: string | undefined;
}

/** Puts the server, the item and the arguments of a shared session in place; no server is contacted. */
export function proposeServer(
  { servers, view, drafts }: ProposeServerOptions,
  head: LinkHead,
): void {
  servers.enterLink(serverOfLink(servers, head));
  view.showPane("item");
  const { selected } = head;
  if (selected?.argumentsText !== undefined) {
    const { id } = servers.getState().entered;
    drafts.change(id, itemKey(selected), { argumentsText: selected.argumentsText });
  }
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
