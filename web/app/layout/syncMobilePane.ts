/** On a small screen, which shows one pane at a time, the pane follows what the person does. */
import { activeConnection } from "../../stores/connections/connectionRecords.ts";
import type { Stores } from "../../stores/createStores.ts";
import type { LayoutStore } from "./layout.ts";

/** @returns a function that ends it */
export function syncMobilePane(
  { view, connections }: Pick<Stores, "view" | "connections">,
  layout: LayoutStore,
): () => void {
  let leave = () => {};
  const stopView = view.subscribe(({ selectedSeq, trafficView, pane }, before) => {
    if (trafficView !== before.trafficView) layout.showTraffic();
    if (selectedSeq !== undefined && selectedSeq !== before.selectedSeq) layout.showTraffic();
    if (pane === "authorization" && pane !== before.pane) layout.showPane("workbench");
  });
  const stop = connections.records.subscribe((now, before) => {
    const connection = activeConnection(now);
    if (!connection || connection === activeConnection(before)) return;
    const state = connection.state.getState();
    // what is started again is looked at where the person is looking already
    if (state.kind === "connecting" && state.before) return;
    leave();
    layout.showPane("workbench");
    leave = connection.state.subscribe(({ kind }) => {
      const isOpen = view.getState().selection !== undefined;
      if (kind === "connected" && !isOpen) layout.showPane("explorer");
      if (kind !== "connecting") leave();
    });
  });
  return () => {
    stopView();
    stop();
    leave();
  };
}
