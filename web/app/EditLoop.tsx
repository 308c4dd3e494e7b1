/** The edit loop's two places on the page, for servers that it can be for; its code comes when it is. */
import { useDeferredValue, useEffect } from "react";
import { useConnection } from "../hooks/useConnection.ts";
import { useEditLoopState } from "../hooks/useEditLoop.ts";
import { isOnThisMachine } from "../stores/watch/watchRequest.ts";
import { loadEditLoop } from "../stores/watch/watchStore.ts";
import { lazyComponent } from "../ui/lazyComponent.tsx";

/** Once there is a switch it may be used; the relay that has the code of the loop may be gone by then. */
const Switch = lazyComponent(async () => {
  const [{ EditLoopSwitch: Loaded }] = await Promise.all([
    import("../features/editLoop/EditLoopSwitch.tsx"),
    loadEditLoop(),
  ]);
  return Loaded;
});
const Report = lazyComponent(
  async () => (await import("../features/editLoop/EditLoopReport.tsx")).EditLoopReport,
  { preload: "manual" },
);

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
  const { connection, state } = useConnection();
  const { kind } = useEditLoopState();
  const isPossible =
    connection !== undefined && state.kind !== "closed" && isOnThisMachine(connection.target);
  // the same goes for its report
  useEffect(() => {
    if (isPossible) Report.preload();
  }, [isPossible]);
  return kind !== "off" && <Report />;
}
