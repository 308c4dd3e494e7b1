/** What is noticed about the log, for components. */
import { useSyncExternalStore } from "react";
import type { LogFindings } from "../stores/traffic/logFindings.ts";
import { useRuntime } from "./RuntimeContext.tsx";

/** The findings, kept current while the component is mounted; nothing is looked at before somebody asks. */
export function useFindings(): Pick<LogFindings, "of" | "snapshot"> {
  const { findings } = useRuntime();
  useSyncExternalStore(findings.subscribe, findings.snapshot);
  return findings;
}
