/** How a connection began: the steps of its negotiation, and how long it took until it was ready. */
import type { Entry } from "../../../../shared/log/entry.ts";
import { useLog } from "../../../stores/useLog.ts";

type NegotiationEntry = Extract<Entry, { kind: "negotiation" }>;

export interface ConnectionStart {
  readonly steps: readonly Pick<NegotiationEntry, "seq" | "step">[];
  /** Milliseconds; undefined if the log does not have the whole handshake. */
  readonly readyMs: number | undefined;
}

export function useConnectionStart(connectionId: string): ConnectionStart {
  const { entries, length } = useLog();
  const steps: NegotiationEntry[] = [];
  let began: number | undefined;
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.connectionId !== connectionId) continue;
    if (entry.kind === "negotiation") steps.push(entry);
    if (entry.kind !== "connection") continue;
    if (entry.phase === "connecting") began = entry.at;
    if (entry.phase === "connected") {
      return { steps, readyMs: began === undefined ? undefined : entry.at - began };
    }
  }
  return { steps, readyMs: undefined };
}
