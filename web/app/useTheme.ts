/** The theme's choice, for a control that shows or changes it. */
import { useStore } from "zustand";
import type { Theme, ThemeChoice } from "./theme.ts";

/** @returns the choice and a function that changes it */
export function useTheme(theme: Theme): readonly [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useStore(theme), (choice) => theme.setState(choice, true)];
}
