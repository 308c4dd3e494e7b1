/** Lists the servers from the relay's configuration files. */
import { Plug } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { StarterButton } from "../../../ui/StarterButton.tsx";
import styles from "./ReadyServers.module.css";
import { describeServer } from "./serverChoices.ts";

/** Pressing a server connects to it. */
export function ReadyServers() {
  const { servers: stores, connections } = useStores();
  const { configured } = stores;
  const { servers } = useStore(configured.state);
  if (servers.length === 0) return null;
  return (
    <section aria-labelledby="ready-servers">
      <Heading level={2} size="meta" tone="muted" id="ready-servers" className={styles.title}>
        Ready to connect
      </Heading>
      <ul className={styles.list}>
        {servers.map((server) => (
          <li key={server.name}>
            <StarterButton
              icon={Plug}
              title={server.name}
              example={describeServer(server)}
              onPress={() => {
                configured.choose(server);
                connections.connector.connect();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
