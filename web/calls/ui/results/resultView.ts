/** How a result can be shown. */
import type { ReactNode } from "react";
import type { DoneRun } from "../../store/run.ts";

export type ResultView = "content" | "app" | "message";

/** The app that shows a result; undefined if the tool has none. */
export type AppOf = (done: DoneRun) => ReactNode | undefined;
