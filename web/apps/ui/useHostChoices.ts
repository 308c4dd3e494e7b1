/** What the user has chosen that apps are told; the theme and language of the browser at first. */
import { useState } from "react";
import type { HostChoices } from "../store/hostChoices.ts";

export function useHostChoices() {
  const [choices, setChoices] = useState<HostChoices>(() => ({
    theme: isDark() ? "dark" : "light",
    width: "full",
    locale: navigator.language,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    isTouch: matchMedia("(pointer: coarse)").matches,
    isLargeText: false,
    hasInsets: false,
    displayMode: "inline",
    playMs: 3_000,
  }));
  const change = (changed: Partial<HostChoices>) =>
    setChoices((before) => ({ ...before, ...changed }));
  return [choices, change] as const;
}

/** Whether the page is dark: by its own choice, else by that of the system. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : theme === "dark";
}
