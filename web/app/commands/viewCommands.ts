/** Commands that open, close and move the panels, and choose the theme. */
import type { LayoutStore } from "../layout/layout.ts";
import { type Theme, themeChoices } from "../layout/theme.ts";
import type { Command } from "./command.ts";

const section = "View";

/** Commands for `layout`, with global shortcuts. */
export function layoutCommands(layout: LayoutStore): readonly Command[] {
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

const titles = {
  system: "Use the system's theme",
  light: "Use the light theme",
  dark: "Use the dark theme",
};

/** One command for each theme that is not the current one. */
export const themeCommands = (theme: Theme): readonly Command[] =>
  themeChoices.map((choice) => ({
    id: `theme-${choice}`,
    section,
    title: titles[choice],
    isAvailable: () => theme.getState() !== choice,
    run: () => theme.choose(choice),
  }));
