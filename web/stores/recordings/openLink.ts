/** Puts a shared session on the page; nobody is contacted. */

import { formatTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { decodeSession, type OpenedLink } from "../../../shared/recording/link.ts";
import type { Runtime } from "../connections/runtime.ts";
import { changeDraft, itemKey } from "../invocations/drafts.ts";

/**
 * @param session the value of the fragment's `s`
 * @returns why it was refused, if it was
 */
export async function openLink(
  runtime: Pick<Runtime, "workspace" | "settings" | "drafts">,
  session: string,
): Promise<Extract<OpenedLink, { kind: "refused" }>["problem"] | undefined> {
  const opened = await decodeSession(session);
  if (opened.kind === "refused") return opened.problem;
  const { server, revision, selected } = opened.recording;
  runtime.settings.setState({
    revision: isRevision(revision) ? revision : "auto",
    ...(server.kind === "stdio"
      ? {
          directory: server.cwd ?? "",
          environment: (server.environmentNames ?? []).map((name) => [name, ""] as const),
        }
      : {}),
  });
  runtime.workspace.setState({
    address: formatTarget(server),
    fromLink: true,
    selection: selected && { kind: selected.kind, name: selected.name },
    pane: "item",
  });
  if (selected?.argumentsText !== undefined) {
    changeDraft(runtime.drafts, itemKey(selected), { argumentsText: selected.argumentsText });
  }
  return undefined;
}
