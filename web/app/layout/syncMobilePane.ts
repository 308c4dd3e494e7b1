/** Switches the visible pane on a small screen according to what the user does. */
import { activeConnection, shownServer } from "../../servers/store/server.ts";
import type { Stores } from "../../stores/stores.ts";
import type { LayoutStore } from "./layout.ts";

/** @returns a function that stops it */
export function syncMobilePane(
  { view, servers }: Pick<Stores, "view" | "servers">,
  layout: LayoutStore,
): () => void {
  let leave = () => {};
  const stopView = view.subscribe((now, before) => {
    const { selectedSeq, trafficView, pane, samplingTarget } = now;
    if (trafficView !== before.trafficView) layout.showTraffic();
    if (selectedSeq !== undefined && selectedSeq !== before.selectedSeq) layout.showTraffic();
    const isOpened =
      pane !== before.pane && ["authorization", "sampling", "recordings", "tap"].includes(pane);
    if (isOpened || samplingTarget !== before.samplingTarget) layout.showPane("workbench");
  });
  const stop = servers.all.subscribe((now, before) => {
    const connection = activeConnection(now);
    if (!connection || connection === activeConnection(before)) return;
    const state = connection.state.getState();
    // A restart keeps the visible pane.
    if (state.kind === "connecting" && state.before) return;
    leave();
    layout.showPane("workbench");
    leave = connection.state.subscribe(({ kind }) => {
      const isOpen = shownServer(servers.all.getState()).selection !== undefined;
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
