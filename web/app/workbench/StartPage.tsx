/** The start page: what the playground does, and how to connect. */
import { Braces, FlaskConical, FolderSearch, Globe, Terminal } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import styles from "./StartPage.module.css";

const ReadyServers = lazyComponent(
  async () => (await import("../../servers/ui/address/ReadyServers.tsx")).ReadyServers,
  { preload: "manual" },
);

const SavedServers = lazyComponent(
  async () => (await import("../../servers/ui/address/SavedServers.tsx")).SavedServers,
  { preload: "manual" },
);

const RecentServers = lazyComponent(
  async () => (await import("../../servers/ui/address/RecentServers.tsx")).RecentServers,
  { preload: "manual" },
);

export interface StartPageProps {
  readonly onUrl: () => void;
  readonly onCommand: () => void;
  readonly onDemo: () => void;
  /** Called with text that is pasted outside of fields. */
  readonly onPaste: (text: string) => void;
}

/** Shown in the workbench while no server is open. */
export function StartPage(props: StartPageProps) {
  const { servers } = useStores();
  usePasteAnywhere(props.onPaste);
  const hasConfigured = useStore(servers.configured.state, (state) => state.servers.length > 0);
  const hasSaved = useStore(servers.profiles, ({ profiles }) => profiles.length > 0);
  const hasRecent = useStore(servers.saved, (saved) => saved.length > 0);
  return (
    <div className={styles.welcome}>
      <h1 className={styles.title}>MCP Playground</h1>
      <p className={styles.words}>
        Call tools, read resources and try prompts of any Model Context Protocol server. Every
        message is shown as it went over the wire. Your data stays in this browser, except what you
        send to a server.
      </p>
      {hasConfigured && <ReadyServers />}
      {hasSaved && <SavedServers />}
      {hasRecent && <RecentServers />}
      <ul className={styles.ways}>
        <li>
          <StarterButton
            icon={Globe}
            title="Paste a URL"
            example="https://example.com/mcp"
            onPress={props.onUrl}
          />
        </li>
        <li>
          <StarterButton
            icon={Terminal}
            title="Paste a command"
            example="npx -y your-server"
            onPress={props.onCommand}
          />
        </li>
        <li>
          <StarterButton
            icon={Braces}
            title="Paste a configuration"
            example="mcp.json or install link"
            onPress={props.onUrl}
          />
        </li>
        <li>
          <StarterButton
            icon={FlaskConical}
            title="Try the demo server"
            example="in this page, offline"
            onPress={props.onDemo}
          />
        </li>
      </ul>
      <p className={styles.found}>
        You can paste any of these anywhere on this page. Nothing is started or contacted until you
        have seen what was read.
      </p>
      <FindServers />
    </div>
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
  return isFound ? (
    <p role="status" className={styles.found}>
      No servers were found in the files of other clients.
    </p>
  ) : (
    <p className={styles.found}>
      <Button size="small" variant="quiet" icon={FolderSearch} onPress={configured.find}>
        Find servers of Claude, Cursor, VS Code and others
      </Button>
    </p>
  );
}
