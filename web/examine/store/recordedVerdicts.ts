/** Puts the verdicts of examinations into the log, so that recordings and reloads keep them, and reads them. */
import { formatTarget } from "../../../shared/config/target.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import { failed, type ScenarioVerdict } from "../../../shared/conform/scenario.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import type { FindingEntry } from "../../../shared/log/entry.ts";
import type { Snapshot } from "../../../shared/log/eventLog.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { isAttemptOf, type Server, type ServersState } from "../../servers/store/server.ts";

const code = "conform-verdict";
/** Characters of a sentence of a recording, which may be anyone's. */
const maxSentence = 2000;

/** @param record of the connection over which the scenario ran */
export function recordVerdict(
  record: Recorder,
  { scenario, revision, verdict, ms }: ConformVerdict,
) {
  const seqs = "evidence" in verdict ? verdict.evidence : [];
  const about = seqs.at(-1);
  record({
    kind: "finding",
    direction: "none",
    exchangeId: undefined,
    code,
    severity:
      verdict.outcome !== "failed" ? "note" : scenario.level === "must" ? "violation" : "warning",
    evidence: {
      rule: scenario.id,
      revision,
      outcome: verdict.outcome,
      sentence: "sentence" in verdict ? verdict.sentence : null,
      ms,
    },
    ...(about !== undefined && { about }),
  });
}

/** Reads the newest verdicts about a server from the log: from before a reload, or of a recording. */
export function readVerdicts(
  { entries, length }: Snapshot,
  server: Server,
  { attempts }: Pick<ServersState, "attempts">,
): readonly ConformVerdict[] {
  const isRecorded = server.connection?.state.getState().kind === "recorded";
  const label = formatTarget(server.target);
  const ids = new Set<string>();
  const found = new Map<string, ConformVerdict>();
  for (let at = 0; at < length; at++) {
    const entry = entries[at];
    if (entry?.kind === "connection" && entry.initiator?.kind === "examination") {
      const isOf =
        isAttemptOf(server, { attempts }, entry.connectionId) ||
        (isRecorded && !attempts.has(entry.connectionId) && entry.label === label);
      if (isOf) ids.add(entry.connectionId);
    }
    if (entry?.kind !== "finding" || entry.code !== code || !ids.has(entry.connectionId)) continue;
    const one = verdictOfEntry(entry);
    if (one) found.set(`${one.scenario.id} ${one.revision}`, one);
  }
  return [...found.values()];
}

function verdictOfEntry({ about, evidence }: FindingEntry): ConformVerdict | undefined {
  const { rule, revision, outcome, ms } = evidence;
  const scenario = scenarios.find(({ id }) => id === rule);
  if (!scenario || typeof revision !== "string" || !isRevision(revision)) return undefined;
  const seen = { evidence: about === undefined ? [] : [about] };
  const sentence = String(evidence.sentence ?? "").slice(0, maxSentence);
  const verdicts: Readonly<Record<string, ScenarioVerdict>> = {
    passed: { outcome: "passed", ...seen },
    failed: failed(sentence, seen),
    "not-applicable": { outcome: "not-applicable", sentence },
    "could-not-run": { outcome: "could-not-run", sentence },
  };
  const verdict = typeof outcome === "string" ? verdicts[outcome] : undefined;
  return verdict && { scenario, revision, verdict, ms: typeof ms === "number" ? ms : 0 };
}
