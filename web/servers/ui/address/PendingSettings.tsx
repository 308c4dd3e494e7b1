/** Offers to connect again with the settings that were changed since a server was connected. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useConnection } from "../../hooks/useConnection.ts";
import { type PendingSetting, pendingSettings } from "../../store/pendingSettings.ts";
import { activeServer } from "../../store/server.ts";
import styles from "./PendingSettings.module.css";

const names: Readonly<Record<PendingSetting, string>> = {
  command: "command",
  environment: "environment",
  directory: "directory",
  revision: "protocol revision",
  route: "route",
  headers: "headers",
  sessionId: "session id",
  withheld: "declared capabilities",
  actsAs: "client",
  extensions: "declared extensions",
  hasEvents: "events",
  hasAppElicitation: "forms as apps",
  largestAnswerMegabytes: "response size limit",
};

/** What was changed since the server in the address bar was connected. */
export function usePendingSettings(): readonly PendingSetting[] {
  const server = useStore(useStores().servers.all, (state) =>
    state.isEntering ? undefined : activeServer(state),
  );
  // what is pending depends on the state of the connection too
  useConnection();
  return server ? pendingSettings(server) : [];
}

/** @param props.onApply called before the connection is opened again */
export function PendingSettings({ onApply }: { onApply?: () => void }) {
  const { connector } = useStores().connections;
  const pending = usePendingSettings();
  if (pending.length === 0) return null;
  const list = new Intl.ListFormat("en").format(pending.map((name) => names[name]));
  return (
    <div role="status" aria-label="Changed settings" className={styles.pending}>
      <p>Changed since connecting: {list}.</p>
      <Button
        size="small"
        onPress={() => {
          onApply?.();
          connector.restart();
        }}
      >
        Apply and reconnect
      </Button>
    </div>
  );
}
