/** Lists the servers that were used last, on the start page. */
import { Server } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { StarterButton } from "../../../ui/StarterButton.tsx";
import styles from "./ReadyServers.module.css";

const maxServers = 5;

/** Pressing a server connects to it; a command is confirmed first. */
export function RecentServers() {
  const { servers, connections } = useStores();
  const saved = useStore(servers.saved);
  const identities = useStore(servers.identities);
  return (
    <section aria-labelledby="recent-servers">
      <Heading level={2} size="meta" tone="muted" id="recent-servers" className={styles.title}>
        Recent
      </Heading>
      <ul className={styles.list}>
        {saved.slice(0, maxServers).map((address) => {
          const known = Object.hasOwn(identities, address) ? identities[address] : undefined;
          return (
            <li key={address}>
              <StarterButton
                icon={Server}
                {...(known?.icon === undefined ? {} : { image: known.icon })}
                title={known?.name ?? address}
                example={known ? address : ""}
                onPress={() => {
                  servers.all.choose(address);
                  connections.connector.connect();
                }}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
