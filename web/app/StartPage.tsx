/** The start page: what the playground does, and how to connect. */
import { FlaskConical, Globe, Terminal } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../hooks/StoresContext.tsx";
import { lazyComponent } from "../ui/lazyComponent.tsx";
import { StarterButton } from "../ui/StarterButton.tsx";
import styles from "./StartPage.module.css";

const ReadyServers = lazyComponent(
  async () => (await import("../features/address/ReadyServers.tsx")).ReadyServers,
  { preload: "manual" },
);

const SavedServers = lazyComponent(
  async () => (await import("../features/address/SavedServers.tsx")).SavedServers,
  { preload: "manual" },
);

const RecentServers = lazyComponent(
  async () => (await import("../features/address/RecentServers.tsx")).RecentServers,
  { preload: "manual" },
);

export interface StartPageProps {
  readonly onUrl: () => void;
  readonly onCommand: () => void;
  readonly onDemo: () => void;
}

/** Shown in the workbench while no server is open. */
export function StartPage(props: StartPageProps) {
  const { servers } = useStores();
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
            icon={FlaskConical}
            title="Try the demo server"
            example="in this page, offline"
            onPress={props.onDemo}
          />
        </li>
      </ul>
    </div>
  );
}
