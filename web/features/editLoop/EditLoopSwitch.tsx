/** The one switch of the edit loop, for the newest connection. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { createEditLoop } from "../../session/editLoop.ts";
import type { EditLoopState } from "../../session/editLoopState.ts";
import { useRuntime, useWorkspace } from "../../session/RuntimeContext.tsx";
import { useConnection } from "../../session/useConnection.ts";
import { isOnThisMachine } from "../../session/watchWish.ts";
import { Switch } from "../../ui/Switch.tsx";
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
