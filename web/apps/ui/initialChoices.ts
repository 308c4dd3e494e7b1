/** What an app is told of the page at first. */
import type { HostChoices } from "../store/hostChoices.ts";

/** What an app is told of the host at first: the theme and language of the browser. */
export function initialChoices(): HostChoices {
  return {
    theme: isDark() ? "dark" : "light",
    width: "full",
    locale: navigator.language,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    isTouch: matchMedia("(pointer: coarse)").matches,
    isLargeText: false,
    hasInsets: false,
    displayMode: "inline",
    playMs: 3_000,
  };
}

/** Whether the page is dark: by its own choice, else by that of the system. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : theme === "dark";
}
