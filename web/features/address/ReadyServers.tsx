/** Lists the servers of the relay's configuration files on the start page. */
import { FolderSearch, Plug } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../../hooks/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { StarterButton } from "../../ui/StarterButton.tsx";
import styles from "./ReadyServers.module.css";
import { describeServer } from "./serverChoices.ts";

/** Pressing a server connects to it. */
export function ReadyServers() {
  const { servers: stores, connections } = useStores();
  const { configured } = stores;
  const { servers, canFind, isFound } = useStore(configured.state);
  const isAsked = canFind && isFound;
  if (servers.length === 0 && !canFind) return null;
  return (
    <section aria-labelledby="ready-servers" className={styles.section}>
      {(servers.length > 0 || isAsked) && (
        <h2 id="ready-servers" className={styles.title}>
          Ready to connect
        </h2>
      )}
      {servers.length > 0 && (
        <ul>
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
      )}
      {canFind && !isFound && (
        <Button size="small" variant="quiet" icon={FolderSearch} onPress={configured.find}>
          Find servers of Claude, Cursor, VS Code and others
        </Button>
      )}
      {isAsked && servers.length === 0 && <p>No servers were found in their files.</p>}
    </section>
  );
}
