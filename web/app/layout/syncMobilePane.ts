/** On a small screen, which shows one pane at a time, the pane follows what the person does. */
import type { Runtime } from "../../stores/connections/runtime.ts";
import type { LayoutStore } from "./layout.ts";

/** @returns a function that ends it */
export function syncMobilePane(
  { workspace }: Pick<Runtime, "workspace">,
  layout: LayoutStore,
): () => void {
  let leave = () => {};
  const stop = workspace.subscribe(({ connection, selectedSeq, trafficView, pane }, before) => {
    if (trafficView !== before.trafficView) layout.setState({ pane: "traffic", trafficOpen: true });
    if (selectedSeq !== undefined && selectedSeq !== before.selectedSeq) {
      layout.setState({ pane: "traffic", trafficOpen: true });
    }
    if (pane === "authorization" && pane !== before.pane) layout.setState({ pane: "workbench" });
    if (!connection || connection === before.connection) return;
    const state = connection.state.getState();
    // what is started again is looked at where the person is looking already
    if (state.kind === "connecting" && state.before) return;
    leave();
    layout.setState({ pane: "workbench" });
    leave = connection.state.subscribe(({ kind }) => {
      const isOpen = workspace.getState().selection !== undefined;
      if (kind === "connected" && !isOpen) layout.setState({ pane: "explorer" });
      if (kind !== "connecting") leave();
    });
  });
  return () => {
    stop();
    leave();
  };
}
