/** The first minute: what this is, and how to begin. */
import { FlaskConical, Globe, type LucideIcon, Terminal } from "lucide-react";
import { Button } from "react-aria-components";
import { cx } from "../ui/cx.ts";
import { later } from "../ui/later.tsx";
import styles from "./Welcome.module.css";

const ReadyServers = later(
  async () => (await import("../features/address/ReadyServers.tsx")).ReadyServers,
);

export interface WelcomeProps {
  readonly onUrl: () => void;
  readonly onCommand: () => void;
  readonly onExample: () => void;
}

/** Shown in the workbench while there is no server. */
export function Welcome(props: WelcomeProps) {
  return (
    <div className={styles.welcome}>
      <h1 className={styles.title}>Point it at a server</h1>
      <p className={styles.words}>
        Call tools, read resources and try prompts of any MCP server. Every message is shown as it
        went over the wire. Nothing leaves this browser but what you send.
      </p>
      <ReadyServers />
      <ul className={styles.ways}>
        <Way
          icon={Globe}
          title="Paste a URL"
          example="https://example.com/mcp"
          onPress={props.onUrl}
        />
        <Way
          icon={Terminal}
          title="Paste a command"
          example="npx -y your-server"
          onPress={props.onCommand}
        />
        <Way
          icon={FlaskConical}
          title="Try the example server"
          example="server-everything"
          onPress={props.onExample}
        />
      </ul>
    </div>
  );
}

function Way(props: { icon: LucideIcon; title: string; example: string; onPress: () => void }) {
  const { icon: Icon, title, example, onPress } = props;
  return (
    <li>
      <Button onPress={onPress} className={cx(styles.way)}>
        <Icon aria-hidden="true" className={styles.icon} />
        <span className={styles.name}>{title}</span>
        <code className={styles.example}>{example}</code>
      </Button>
    </li>
  );
}
