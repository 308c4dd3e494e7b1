/** The start page: ways to connect besides the field, and the servers that are known. */
import { FlaskConical, FolderSearch, Library } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { ReadyServers } from "../../servers/ui/address/ReadyServers.tsx";
import { RecentServers } from "../../servers/ui/address/RecentServers.tsx";
import { SavedServers } from "../../servers/ui/address/SavedServers.tsx";
import { useAuthorization } from "../../signIn/hooks/useAuthorizationProgress.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { TapClient } from "../../taps/ui/TapClient.tsx";
import { TapRecordings } from "../../taps/ui/TapRecordings.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import styles from "./StartPage.module.css";

const RegistryDialog = lazyComponent(
  async () => (await import("../../servers/ui/registry/RegistryDialog.tsx")).RegistryDialog,
);

export interface StartPageProps {
  readonly onDemo: () => void;
  /** Called with text that is pasted outside of fields. */
  readonly onPaste: (text: string) => void;
}

/** What can be used before a server is connected; authorization once there is a URL. */
const views = [
  ["authorization", "Authorization"],
  ["sampling", "Sampling"],
  ["history", "History"],
] as const;

/** @param props.isAlone whether no server is open: the header has the introduction then */
export function StartPage(props: StartPageProps & { readonly isAlone?: boolean }) {
  const { servers, view } = useStores();
  const { recordings: taps } = useStores().taps;
  usePasteAnywhere(props.onPaste);
  const hasConfigured = useStore(servers.configured.state, (state) => state.servers.length > 0);
  const hasSaved = useStore(servers.profiles, ({ profiles }) => profiles.length > 0);
  const hasRecent = useStore(servers.saved, (saved) => saved.length > 0);
  const canTap = useStore(taps, (state) => state.canFindClients);
  const hasTaps = useStore(taps, (state) => state.recordings.length + state.ignored.size > 0);
  const hasAuthorization = useAuthorization() !== undefined;
  return (
    <div className={styles.start}>
      <Stack gap={6} className={styles.column}>
        {!props.isAlone && (
          <Heading level={1} size="large">
            Add a server
          </Heading>
        )}
        <Text as="p" size="small" tone="muted">
          A URL, a command, a configuration, <code>claude mcp add …</code> or curl. Nothing starts
          before you have seen it.
        </Text>
        <ul className={styles.ways}>
          <li>
            <StarterButton
              look="card"
              icon={FlaskConical}
              title="Try the demo server"
              example="in this page, offline"
              onPress={props.onDemo}
            />
          </li>
          <FindServers />
          {canTap && <TapClient />}
          <BrowseRegistry onUse={props.onPaste} />
        </ul>
        {hasConfigured && <ReadyServers />}
        {hasSaved && <SavedServers />}
        {hasRecent && <RecentServers />}
        {hasTaps && <TapRecordings />}
        {props.isAlone && (
          <Row gap={2} wraps>
            <Text size="small" tone="muted">
              Before you connect
            </Text>
            <Row gap={1} role="tablist" aria-label="Views before a connection">
              {views
                .filter(([pane]) => pane !== "authorization" || hasAuthorization)
                .map(([pane, label]) => (
                  <button
                    key={pane}
                    type="button"
                    role="tab"
                    aria-selected={false}
                    className={styles.view}
                    onClick={() => view.showPane(pane)}
                  >
                    {label}
                  </button>
                ))}
            </Row>
          </Row>
        )}
      </Stack>
    </div>
  );
}

/** A registry is contacted only when the user searches in it. */
function BrowseRegistry({ onUse }: { readonly onUse: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <StarterButton
        look="card"
        icon={Library}
        title="Browse a registry"
        example="see what would run before it does"
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <RegistryDialog
          onClose={() => setOpen(false)}
          onUse={(text) => {
            setOpen(false);
            onUse(text);
          }}
        />
      )}
    </li>
  );
}

/** Text that is pasted into a field or a dialog belongs there. */
function usePasteAnywhere(onPaste: (text: string) => void): void {
  const handlePaste = useEffectEvent(onPaste);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { target } = event;
      const own = "input, textarea, [contenteditable], [role=dialog], [role=alertdialog]";
      if (event.defaultPrevented || (target instanceof Element && target.closest(own))) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim() === "") return;
      event.preventDefault();
      handlePaste(text);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}

/** Asks the relay for the servers that other clients have, which are listed once they are there. */
function FindServers() {
  const { configured } = useStores().servers;
  const { servers, canFind, isFound } = useStore(configured.state);
  if (!canFind || servers.some((server) => server.isFound)) return null;
  return (
    <li>
      {isFound ? (
        <Text as="p" size="small" tone="muted">
          <span role="status">No servers were found in the files of other clients.</span>
        </Text>
      ) : (
        <StarterButton
          look="card"
          icon={FolderSearch}
          title="Find my servers"
          example="Claude, Cursor, VS Code and others"
          onPress={configured.find}
        />
      )}
    </li>
  );
}
