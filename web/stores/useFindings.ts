/** The findings about the log, for components. */
import { useSyncExternalStore } from "react";
import type { LogFindings } from "../traffic/store/logFindings.ts";
import { useStores } from "./StoresContext.tsx";

/** The findings, kept current while the component is mounted; nothing is checked until the first use. */
export function useFindings(): Pick<LogFindings, "of" | "snapshot" | "settled"> {
  const { findings } = useStores().traffic;
  useSyncExternalStore(findings.subscribe, findings.snapshot, findings.snapshot);
  return findings;
}
