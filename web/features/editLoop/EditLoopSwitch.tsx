/** The switch that turns the edit loop on and off for the active connection. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useRuntime, useWorkspace } from "../../hooks/RuntimeContext.tsx";
import { useConnection } from "../../hooks/useConnection.ts";
import { createEditLoop } from "../../stores/watch/editLoop.ts";
import type { EditLoopState } from "../../stores/watch/editLoopState.ts";
import { isOnThisMachine } from "../../stores/watch/watchRequest.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import styles from "./EditLoopSwitch.module.css";

const off = createStore<EditLoopState>(() => ({ kind: "off" }));

export function EditLoopSwitch() {
  const runtime = useRuntime();
  const queryClient = useQueryClient();
  const { workspace } = runtime;
  const loop = useWorkspace(({ editLoop }) => editLoop);
  const { kind } = useStore(loop?.state ?? off);
  const { connection, state } = useConnection();

  useEffect(() => {
    if (!workspace.getState().editLoop) {
      workspace.setState({ editLoop: createEditLoop(runtime, queryClient) });
    }
  }, [workspace, runtime, queryClient]);

  if (!connection || state.kind === "closed" || !isOnThisMachine(connection.target)) return null;
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
