/** Lists the servers that the user saved, on the start page. */
import { Bookmark } from "lucide-react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { StarterButton } from "../../../ui/StarterButton.tsx";
import styles from "./ReadyServers.module.css";

/** Pressing a server connects to it; a command is confirmed first. */
export function SavedServers() {
  const { servers, connections } = useStores();
  const profiles = useStore(servers.profiles, (state) => state.profiles);
  return (
    <section aria-labelledby="saved-servers">
      <Heading level={2} size="meta" tone="muted" id="saved-servers" className={styles.title}>
        Saved
      </Heading>
      <ul className={styles.list}>
        {profiles.map((profile) => (
          <li key={profile.id}>
            <StarterButton
              icon={Bookmark}
              title={profile.name}
              example={profile.address}
              onPress={() => void connections.connector.connectSaved(profile)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
