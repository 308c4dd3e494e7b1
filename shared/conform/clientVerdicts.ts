/** Makes verdicts about the client of a recording, from what it did and from findings about its messages. */
import type { Finding } from "../lint/finding.ts";
import { type SpecPage, specPageUrl } from "../lint/specPages.ts";
import type { Entry } from "../log/entry.ts";
import { actStatement } from "../messages/clientActText.ts";
import { findingText } from "../messages/findingText.ts";
import { latest } from "../protocol/revisions.ts";
import type { LogEvidence, Outcome, RuleVerdict } from "../report/examinationReport.ts";
import type { ClientAct, ClientActCode } from "../taps/acts/clientAct.ts";
import { isOfTap } from "../taps/faultSummary.ts";

/** Where the specification says it; what it only recommends, or leaves open, has a lower severity. */
const rules: {
  readonly [Code in ClientActCode]?: { readonly page?: SpecPage; readonly failed?: Outcome };
} = {
  "listed-again": { failed: "warning" },
  answered: { failed: "warning", page: "responses" },
  "session-renewed": { page: "http-session" },
  "token-renewed": { failed: "warning" },
  "reads-metadata": { failed: "warning" },
  "signs-in": { failed: "warning" },
  "goes-on": { failed: "warning" },
  "falls-back": { failed: "warning" },
  "session-kept": { page: "http-session" },
  "revision-kept": { page: "http-sending" },
  initialized: { page: "initialization" },
  "in-order": { page: "initialization" },
  "declared-used": { page: "client-capabilities" },
  "server-declared": { page: "capabilities" },
  "cancels-own": { page: "cancellation" },
  "progress-tokens": { page: "progress-tokens" },
  "unique-ids": { page: "requests" },
  "known-ids": { page: "responses" },
  "valid-messages": { page: "messages" },
  listens: { page: "subscriptions" },
  "deprecated-feature": { page: "deprecated" },
};

/** Findings about what statements say, too. */
const same: ReadonlySet<string> = new Set(["request-id-reused", "request-before-initialized"]);

interface ClientFacts {
  readonly acts: readonly ClientAct[];
  /** The client's id in the catalogue, if it is known. */
  readonly clientId: string | undefined;
  /** Those of the whole log; the ones about messages of the client are used. */
  readonly findings: readonly (Finding & { readonly method: string | undefined })[];
  readonly entryAt: (seq: number) => Entry | undefined;
  /** That the specification is cited of. */
  readonly revision: string;
  readonly evidenceOf: (seq: number, pointer?: string) => Promise<readonly LogEvidence[]>;
}

/** Entries of one verdict. */
const maxEvidence = 5;

/** What was not seen does not apply: it has neither passed nor failed. */
export async function clientVerdicts(facts: ClientFacts): Promise<readonly RuleVerdict[]> {
  const { acts, clientId, findings, entryAt, revision, evidenceOf } = facts;
  const verdicts: RuleVerdict[] = [];
  for (const act of acts) {
    const { code, method, seqs, ms } = act;
    const { page } = rules[code] ?? {};
    const { sentence, detail, state, causes } = actStatement(act, clientId);
    const shown = state === "not-seen" || detail === "" ? "" : ` (${detail})`;
    const evidence = await Promise.all(seqs.slice(0, maxEvidence).map((seq) => evidenceOf(seq)));
    verdicts.push({
      rule: code,
      outcome: outcomeOf(act),
      ...(method === "" ? {} : { subject: method }),
      sentence: `${sentence}${shown}.`,
      ...(page === undefined ? {} : { section: sectionOf(page, revision) }),
      ...(causes === undefined ? {} : { causes }),
      ...(ms === undefined ? {} : { ms }),
      evidence: evidence.flat(),
    });
  }
  for (const finding of findings) {
    const { code, severity, method, seq, pointer, specUrl } = finding;
    const entry = entryAt(seq);
    if (same.has(code) || entry?.kind !== "message" || entry.direction !== "out") continue;
    // what the tap, its user or a fault made is not the client's
    if (isOfTap(entry.change) || entry.change?.original !== undefined) continue;
    verdicts.push({
      rule: code,
      outcome: severity,
      ...(method === undefined ? {} : { subject: method }),
      sentence: findingText(finding),
      section: specUrl,
      evidence: await evidenceOf(seq, pointer),
    });
  }
  return verdicts;
}

/** Only the newest revision has the list of what is deprecated. */
const sectionOf = (page: SpecPage, revision: string) =>
  specPageUrl(page === "deprecated" ? latest.modern : revision, page);

function outcomeOf({ code, state }: ClientAct): Outcome {
  switch (state) {
    case "failed":
      return rules[code]?.failed ?? "violation";
    case "warning":
      return code === "deprecated-feature" ? "note" : "warning";
    case "open":
      return "note";
    case "ok":
      return code === "asked-again" ? "note" : "passed";
    case "not-seen":
      return "not-applicable";
  }
}
