/** The edit loop's two places on the page, for servers that it can be for; its code comes when it is. */
import { useDeferredValue, useEffect } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useWorkspace } from "../hooks/RuntimeContext.tsx";
import { useConnection } from "../hooks/useConnection.ts";
import type { EditLoopState } from "../stores/watch/editLoopState.ts";
import { isOnThisMachine } from "../stores/watch/watchRequest.ts";
import { lazyComponent } from "../ui/lazyComponent.tsx";

const Switch = lazyComponent(
  async () => (await import("../features/editLoop/EditLoopSwitch.tsx")).EditLoopSwitch,
);
const Report = lazyComponent(
  async () => (await import("../features/editLoop/EditLoopReport.tsx")).EditLoopReport,
  { comes: "wanted" },
);

const off = createStore<EditLoopState>(() => ({ kind: "off" }));

/** Nothing while there is no connection to a server on this machine. */
export function EditLoopSwitch() {
  const { connection, state } = useConnection();
  const isPossible =
    connection !== undefined && state.kind !== "closed" && isOnThisMachine(connection.target);
  // what the server offers is drawn first
  const isShown = useDeferredValue(isPossible);
  return isShown && <Switch />;
}

/** Nothing while nothing is watched. */
export function EditLoopReport() {
  const loop = useWorkspace(({ editLoop }) => editLoop);
  const { kind } = useStore(loop?.state ?? off);
  // once there is a switch it may be used; the relay that has the code may be gone by then
  useEffect(() => {
    if (loop) Report.fetch();
  }, [loop]);
  return kind !== "off" && <Report />;
}
