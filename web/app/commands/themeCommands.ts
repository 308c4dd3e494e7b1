/** Commands that choose the theme. */

import { type Theme, themeChoices } from "../layout/theme.ts";
import type { Command } from "./command.ts";

const titles = {
  system: "Use the system's theme",
  light: "Use the light theme",
  dark: "Use the dark theme",
};

/** One command for each theme that is not the current one. */
export const themeCommands = (theme: Theme): readonly Command[] =>
  themeChoices.map((choice) => ({
    id: `theme-${choice}`,
    section: "View",
    title: titles[choice],
    isAvailable: () => theme.getState() !== choice,
    run: () => theme.choose(choice),
  }));
