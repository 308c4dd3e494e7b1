/** The actions of an open server; closing one asks first while calls are in progress. */
import {
  ArrowDown,
  ArrowUp,
  Bookmark,
  BookmarkX,
  Braces,
  CopyPlus,
  Ellipsis,
  Pencil,
  Plug,
  Unplug,
  X,
} from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import { formatCount, nounOf } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import type { Stores } from "../../../../stores/stores.ts";
import type { Action } from "../../../../ui/action.ts";
import { IconButton } from "../../../../ui/Button.tsx";
import { AlertDialog } from "../../../../ui/overlays/AlertDialog.tsx";
import { Menu } from "../../../../ui/overlays/Menu.tsx";
import { canDisconnect } from "../../../store/connections/connection.ts";
import type { OpenServer } from "../../../store/connections/openServers.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import styles from "./ServerGroup.module.css";

interface GroupMenuProps {
  readonly server: OpenServer;
  readonly place: { readonly index: number; readonly count: number };
  readonly onMove: (by: number) => void;
  readonly onRename: () => void;
}

export function GroupMenu({ server, place, onMove, onRename }: GroupMenuProps) {
  const stores = useStores();
  const [isExporting, setExporting] = useState<boolean>();
  const savedActions = useSavedActions(server);
  const [question, setQuestion] = useState<string>();
  const { id, name, state } = server;
  const { opener, connector } = stores.connections;
  const { all } = stores.servers;
  const isRecorded = state.kind === "recorded";
  const isOpen = canDisconnect(state) || state.kind === "connecting";

  const close = () => {
    setQuestion(undefined);
    if (stores.sessions.recordings.getState().opened.has(id)) stores.sessions.recordings.close(id);
    else opener.discard(id);
  };
  const askToClose = () => {
    const pending = describeInProgress(stores, id);
    if (pending === undefined) close();
    else setQuestion(pending);
  };
  const connectAgain = () => {
    all.activate(id);
    connector.connect();
  };
  const another = () => {
    const server = all.getState().open.get(id);
    stores.view.showStart();
    all.choose(server?.address ?? "");
    connector.connect();
  };

  const actions: readonly Action[] = [
    { id: "rename", label: "Rename", icon: Pencil, onAction: () => setTimeout(onRename) },
    {
      id: "up",
      label: "Move up",
      icon: ArrowUp,
      shortcut: "Alt+Shift+Up",
      isDisabled: place.index === 0,
      onAction: () => onMove(-1),
    },
    {
      id: "down",
      label: "Move down",
      icon: ArrowDown,
      shortcut: "Alt+Shift+Down",
      isDisabled: place.index === place.count - 1,
      onAction: () => onMove(1),
    },
    isOpen
      ? { id: "disconnect", label: "Disconnect", icon: Unplug, onAction: () => opener.close(id) }
      : { id: "connect", label: "Connect", icon: Plug, onAction: connectAgain },
    ...(isRecorded
      ? []
      : [
          {
            id: "another",
            label: "Connect a second time",
            description: "With its own session, headers and results",
            icon: CopyPlus,
            onAction: another,
          },
        ]),
    ...savedActions,
    {
      id: "export",
      label: "Client configuration",
      description: "For Claude, Cursor, VS Code, Zed or Codex",
      icon: Braces,
      onAction: () => setExporting(true),
    },
    { id: "close", label: "Close", icon: X, isDanger: true, onAction: askToClose },
  ];

  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        trigger={
          <IconButton
            label={`Actions for ${name}`}
            icon={Ellipsis}
            size="small"
            className={styles.menu}
          />
        }
        actions={actions}
      />
      {isExporting !== undefined && (
        <ExportDialog serverId={id} isOpen={isExporting} onOpenChange={setExporting} />
      )}
      <AlertDialog
        title={`Close ${exactLine(name, 80)}?`}
        confirmLabel="Close"
        isDanger
        isGuarded={false}
        isOpen={question !== undefined}
        onConfirm={close}
        onCancel={() => setQuestion(undefined)}
      >
        {question} Closing the server ends the connection, so nothing of it is answered. Its
        messages stay in Traffic.
      </AlertDialog>
    </>
  );
}

/** A sentence about what closing a server would interrupt. */
function describeInProgress({ calls, inbox }: Stores, serverId: string): string | undefined {
  const runs = [...(calls.runs.getState().get(serverId)?.values() ?? [])].flat();
  const running = runs.filter(({ kind }) => kind === "running").length;
  const asked = inbox.requests
    .getState()
    .filter((item) => item.serverId === serverId && !item.ended).length;
  const parts = [
    ...(running > 0 ? [formatCount(running, "call")] : []),
    ...(asked > 0
      ? [formatCount(asked, "input request from the server", "input requests from the server")]
      : []),
  ];
  if (parts.length === 0) return undefined;
  return `${parts.join(" and ")} ${nounOf(running + asked, "is", "are")} in progress.`;
}

/** None for a recording. */
function useSavedActions({ id, name, state }: OpenServer): readonly Action[] {
  const { connections, servers } = useStores();
  const { profiles } = servers;
  const saved = useStore(profiles, (all) => all.profiles.find((profile) => profile.name === name));
  if (state.kind === "recorded") return [];
  return [
    {
      id: "save",
      label: saved ? "Save again" : "Save",
      description: "With headers, variables and OAuth client, encrypted in this browser",
      icon: Bookmark,
      onAction: () => void connections.save(id, name),
    },
    ...(saved
      ? [
          {
            id: "forget",
            label: "Forget the saved server",
            icon: BookmarkX,
            onAction: () => void profiles.remove(saved.id),
          },
        ]
      : []),
  ];
}
