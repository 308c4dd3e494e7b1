/** Lazy-loaded switch and report of the edit loop, for servers that can be watched. */
import { useDeferredValue, useEffect } from "react";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { isOffline } from "../../servers/store/connections/connection.ts";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import { isOnThisMachine } from "../store/watchRequest.ts";
import { loadEditLoop } from "../store/watchStore.ts";
import { useEditLoopState } from "./useEditLoop.ts";

/** Preload once the switch is shown: the relay that serves the code may have stopped by then. */
const Switch = lazyComponent(
  async () => {
    const [{ EditLoopSwitch: Loaded }] = await Promise.all([
      import("./EditLoopSwitch.tsx"),
      loadEditLoop(),
    ]);
    return Loaded;
  },
  { preload: "idle" },
);
const Report = lazyComponent(async () => (await import("./EditLoopReport.tsx")).EditLoopReport);

/** Renders nothing while there is no connection to a local server. */
export function EditLoopSwitch() {
  const { connection, state } = useConnection();
  const isPossible =
    connection !== undefined && !isOffline(state) && isOnThisMachine(connection.target);
  // Render the server's lists first.
  const isShown = useDeferredValue(isPossible);
  return isShown && <Switch />;
}

/** Renders nothing while nothing is watched. */
export function EditLoopReport() {
  const { connection, state } = useConnection();
  const loop = useEditLoopState();
  const { kind } = loop;
  const hasReport = "round" in loop && loop.round !== undefined;
  const isPossible =
    connection !== undefined && !isOffline(state) && isOnThisMachine(connection.target);
  // Render the server's lists first.
  useEffect(() => {
    if (isPossible) Report.preload();
  }, [isPossible]);
  // what this connection says about the relay is true of watching, too
  const isExplained =
    kind === "refused" && "failure" in state && state.failure.code.startsWith("relay-");
  return (kind !== "off" || hasReport) && !isExplained && <Report />;
}
