/** Records what the doctor has found. */
import { storedFacts } from "../core/facts.ts";
import type { Recorder } from "../log/recorder.ts";
import type { DoctorFinding, ProbeResult } from "./cause.ts";

/** Puts the findings into the log, so that a recording of the session has them. */
export function recordFindings(record: Recorder, results: readonly ProbeResult[]): void {
  for (const { code, severity, evidence, seqs } of results.flatMap(({ findings }) => findings)) {
    const about: { readonly about?: DoctorFinding["seqs"][number] } =
      seqs[0] === undefined ? {} : { about: seqs[0] };
    record({
      kind: "finding",
      direction: "none",
      exchangeId: undefined,
      code,
      severity,
      evidence: storedFacts(evidence),
      ...about,
    });
  }
}
