/** The switch that turns the edit loop on and off for the active connection. */
import { useConnection } from "../../hooks/useConnection.ts";
import { useEditLoopActions, useEditLoopState } from "../../hooks/useEditLoop.ts";
import { isOffline } from "../../stores/connections/connection.ts";
import { isOnThisMachine } from "../../stores/watch/watchRequest.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import styles from "./EditLoopSwitch.module.css";

export function EditLoopSwitch() {
  const loop = useEditLoopActions();
  const { kind } = useEditLoopState();
  const { connection, state } = useConnection();

  if (!connection || isOffline(state) || !isOnThisMachine(connection.target)) return null;
  const isCommand = connection.target.kind === "stdio";
  return (
    <Switch
      label={isCommand ? "Restart on change" : "Follow restarts"}
      isSelected={kind !== "off"}
      onChange={(isOn) => (isOn ? loop?.start() : loop?.stop())}
      className={styles.switch}
    />
  );
}
