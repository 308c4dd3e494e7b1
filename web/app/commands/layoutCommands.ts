/** Commands that open, close and move the panels. */

import type { LayoutStore } from "../layout/layout.ts";
import type { Command } from "./command.ts";

/** Commands for `layout`, with global shortcuts. */
export function layoutCommands(layout: LayoutStore): readonly Command[] {
  const section = "View";
  return [
    {
      id: "toggle-explorer",
      section,
      title: "Show or hide the explorer",
      shortcut: "V E",
      run: () => layout.openExplorer(!layout.getState().explorerOpen),
    },
    {
      id: "toggle-traffic",
      section,
      title: "Show or hide traffic",
      shortcut: "V T",
      run: () => layout.openTraffic(!layout.getState().trafficOpen),
    },
    {
      id: "move-traffic-right",
      section,
      title: "Move traffic to the right",
      isAvailable: () => layout.getState().trafficSide === "below",
      run: () => layout.moveTraffic("right"),
    },
    {
      id: "move-traffic-below",
      section,
      title: "Move traffic below",
      isAvailable: () => layout.getState().trafficSide === "right",
      run: () => layout.moveTraffic("below"),
    },
  ];
}
