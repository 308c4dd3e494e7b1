/** The findings about the log, for components. */
import { useSyncExternalStore } from "react";
import { useStores } from "../../stores/StoresContext.tsx";
import type { LogFindings } from "../store/logFindings.ts";

/** The findings, kept current while the component is mounted; nothing is checked until the first use. */
export function useFindings(): Pick<LogFindings, "of" | "snapshot" | "settled"> {
  const { findings } = useStores().traffic;
  useSyncExternalStore(findings.subscribe, findings.snapshot, findings.snapshot);
  return findings;
}
