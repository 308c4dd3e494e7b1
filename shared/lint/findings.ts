/** Stores findings by log entry, up to a limit. */
import type { Severity } from "../protocol/severity.ts";
import type { Finding } from "./finding.ts";

/** The findings at one moment; a new object after every change. */
export interface FindingsSnapshot {
  /** By entry, in the order of their first finding. The map is shared and keeps growing. */
  readonly bySeq: ReadonlyMap<number, readonly Finding[]>;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Number of findings about the oldest entries that were dropped. */
  readonly forgotten: number;
}

interface Findings {
  add(findings: readonly Finding[]): void;
  /** Removes every finding. */
  clear(): void;
  /** The findings of an entry; the same array until there are new ones. */
  of(seq: number): readonly Finding[];
  snapshot(): FindingsSnapshot;
}

const none: readonly Finding[] = [];

/** @param limit number of findings kept; those about the oldest entries are dropped first */
export function createFindings(limit: number): Findings {
  const bySeq = new Map<number, readonly Finding[]>();
  let counts: Record<Severity, number> = { violation: 0, warning: 0, note: 0 };
  let forgotten = 0;
  let current: FindingsSnapshot | undefined;

  const forgetOldest = () => {
    for (const [seq, findings] of bySeq) {
      if (bySeq.size < 2 || counts.violation + counts.warning + counts.note <= limit) return;
      bySeq.delete(seq);
      for (const { severity } of findings) counts[severity]--;
      forgotten += findings.length;
    }
  };

  return {
    add(findings) {
      if (findings.length === 0) return;
      for (const [seq, added] of Map.groupBy(findings, (finding) => finding.seq)) {
        bySeq.set(seq, [...(bySeq.get(seq) ?? none), ...added]);
        for (const { severity } of added) counts[severity]++;
      }
      forgetOldest();
      current = undefined;
    },
    clear() {
      bySeq.clear();
      counts = { violation: 0, warning: 0, note: 0 };
      forgotten = 0;
      current = undefined;
    },
    of: (seq) => bySeq.get(seq) ?? none,
    snapshot() {
      current ??= { bySeq, counts: { ...counts }, forgotten };
      return current;
    },
  };
}
