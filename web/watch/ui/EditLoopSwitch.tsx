/** The switch that turns the edit loop on and off for the active connection. */

import { useConnection } from "../../servers/hooks/useConnection.ts";
import { isOffline } from "../../servers/store/connections/connection.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import { isOnThisMachine } from "../store/watchRequest.ts";
import styles from "./EditLoopSwitch.module.css";
import { useEditLoopActions, useEditLoopState } from "./useEditLoop.ts";

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
