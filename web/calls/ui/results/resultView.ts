/** How a result can be shown. */
import type { ReactNode } from "react";
import type { DoneRun } from "../../store/run.ts";

export type ResultView = "content" | "app" | "model" | "message";

/** The app of a tool that shows a result. */
export interface AppOfResult {
  readonly element: ReactNode;
  /** Whether a result is shown as the app unless the user chooses otherwise. */
  readonly isFirst: boolean;
}

/** @returns undefined if the tool has none */
export type AppOf = (done: DoneRun) => AppOfResult | undefined;
