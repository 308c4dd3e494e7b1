/** Writes the verdicts of examinations into the log, which alone holds them, and reads them. */
import { formatTarget } from "../../../shared/config/target.ts";
import type { ConformVerdict } from "../../../shared/conform/runConform.ts";
import {
  type FailedVerdict,
  failed,
  type ScenarioVerdict,
} from "../../../shared/conform/scenario.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import {
  type FactKinds,
  type FactsOf,
  readFacts,
  storedFacts,
} from "../../../shared/core/facts.ts";
import type { FindingEntry } from "../../../shared/log/entry.ts";
import type { EventLog, Snapshot } from "../../../shared/log/eventLog.ts";
import { verdictCode } from "../../../shared/log/notes/noteCodes.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { isAttemptOf, type Server, type ServersState } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

const facts = {
  rule: "string",
  revision: "string",
  outcome: "string",
  sentence: "string or null?",
  item: "string?",
  expected: "string?",
  seen: "string?",
  fix: "string?",
  pointer: "string?",
  ms: "number?",
} as const satisfies FactKinds;
/** Characters of a sentence of a recording, which may be anyone's. */
const maxSentence = 2000;

/** @param record of the connection over which the scenario ran */
export function recordVerdict(
  record: Recorder,
  { scenario, revision, verdict, ms }: ConformVerdict,
) {
  const seqs = "evidence" in verdict ? verdict.evidence : [];
  const about = seqs.at(-1);
  const evidence: FactsOf<typeof facts> = {
    rule: scenario.id,
    revision,
    outcome: verdict.outcome,
    sentence: verdict.sentence ?? null,
    ...(verdict.outcome === "failed" && problemFacts(verdict)),
    ms,
  };
  const alsoAbout = seqs.slice(0, -1);
  record({
    kind: "finding",
    direction: "none",
    exchangeId: undefined,
    code: verdictCode,
    severity:
      verdict.outcome !== "failed" ? "note" : scenario.level === "must" ? "violation" : "warning",
    evidence: storedFacts(evidence),
    ...(about !== undefined && { about }),
    ...(alsoAbout.length > 0 && { alsoAbout }),
  });
}

const problemFacts = ({
  item,
  expected,
  seen,
  fix,
  pointer,
}: FactsOf<typeof facts> | FailedVerdict) =>
  Object.fromEntries(
    Object.entries({ item, expected, seen, fix, pointer })
      .filter(([, text]) => text !== undefined)
      .map(([name, text]) => [name, String(text).slice(0, maxSentence)]),
  );

/** Reads the newest verdicts about an open server: of this page, from before a reload, or of a recording. */
export type ReadVerdicts = (
  serverId: string,
  /** The number of the first entry that counts; all by default. */
  from?: number,
) => readonly ConformVerdict[];

/** @returns reads them from the log; the same array until it has others */
export function createVerdictReader(
  log: Pick<EventLog, "snapshot">,
  servers: Pick<Servers, "getState">,
): ReadVerdicts {
  const verdicts = new WeakMap<FindingEntry, ConformVerdict>();
  const last = new WeakMap<Server["target"], readonly ConformVerdict[]>();
  const verdictOf = (entry: FindingEntry) => {
    const known = verdicts.get(entry) ?? verdictOfEntry(entry);
    if (known) verdicts.set(entry, known);
    return known;
  };
  return (serverId, from) => {
    const state = servers.getState();
    const server = state.open.get(serverId);
    if (!server) return [];
    const found = newestVerdicts(log.snapshot(), server, state, { from, verdictOf });
    const before = last.get(server.target) ?? [];
    const isSame =
      before.length === found.length && found.every((verdict, at) => verdict === before[at]);
    if (!isSame) last.set(server.target, found);
    return isSame ? before : found;
  };
}

interface ReadOptions {
  readonly from: number | undefined;
  readonly verdictOf: (entry: FindingEntry) => ConformVerdict | undefined;
}

function newestVerdicts(
  { entries, length }: Snapshot,
  server: Server,
  { attempts }: Pick<ServersState, "attempts">,
  { from, verdictOf }: ReadOptions,
): readonly ConformVerdict[] {
  const isRecorded = server.connection?.state.getState().kind === "recorded";
  const label = formatTarget(server.target);
  const ids = new Set<string>();
  const found = new Map<string, ConformVerdict>();
  const first = entries[0]?.seq ?? 0;
  for (let at = Math.max(0, (from ?? first) - first); at < length; at++) {
    const entry = entries[at];
    if (entry?.kind === "connection" && entry.initiator?.kind === "examination") {
      const isOf =
        isAttemptOf(server, { attempts }, entry.connectionId) ||
        (isRecorded && !attempts.has(entry.connectionId) && entry.label === label);
      if (isOf) ids.add(entry.connectionId);
    }
    if (entry?.kind !== "finding" || entry.code !== verdictCode || !ids.has(entry.connectionId))
      continue;
    const one = verdictOf(entry);
    if (one) found.set(`${one.scenario.id} ${one.revision}`, one);
  }
  return [...found.values()];
}

function verdictOfEntry({
  about,
  alsoAbout = [],
  evidence,
}: FindingEntry): ConformVerdict | undefined {
  const known = readFacts(facts, evidence);
  if (!known) return undefined;
  const { rule, revision, outcome, ms = 0 } = known;
  const scenario = scenarios.find(({ id }) => id === rule);
  if (!scenario || !isRevision(revision)) return undefined;
  const seen = { evidence: about === undefined ? [] : [...alsoAbout, about] };
  const sentence = (known.sentence ?? "").slice(0, maxSentence);
  const verdicts: Readonly<Record<string, ScenarioVerdict>> = {
    passed: { outcome: "passed", ...seen, ...(sentence !== "" && { sentence }) },
    failed: failed({ ...problemFacts(known), sentence }, seen),
    "not-applicable": { outcome: "not-applicable", sentence },
    "could-not-run": { outcome: "could-not-run", sentence },
  };
  const verdict = Object.hasOwn(verdicts, outcome) ? verdicts[outcome] : undefined;
  return verdict && { scenario, revision, verdict, ms };
}
