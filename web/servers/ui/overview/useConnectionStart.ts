/** How a connection began: the steps of its negotiation, and how long it took until it was ready. */
import type { Entry } from "../../../../shared/log/entry.ts";
import { type Readiness, readinessOf } from "../../../../shared/log/readiness.ts";
import { useLog } from "../../../traffic/hooks/useLog.ts";

type NegotiationEntry = Extract<Entry, { kind: "negotiation" }>;

export interface ConnectionStart {
  readonly steps: readonly Pick<NegotiationEntry, "seq" | "step">[];
  /** Undefined if the log does not have the whole handshake. */
  readonly readiness: Readiness | undefined;
}

export function useConnectionStart(connectionId: string): ConnectionStart {
  const { entries, length } = useLog();
  const own: Entry[] = [];
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.connectionId !== connectionId) continue;
    own.push(entry);
    if (entry.kind === "connection" && entry.phase === "connected") break;
  }
  const steps = own.filter((entry) => entry.kind === "negotiation");
  return { steps, readiness: readinessOf(own) };
}
