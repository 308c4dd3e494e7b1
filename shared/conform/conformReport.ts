/** Makes the verdicts of a report from those of scenarios, and compares a server at its revisions. */
import { getOwn } from "../core/json/getOwn.ts";
import { shortened } from "../core/text/shortened.ts";
import { specUrl } from "../protocol/check/checkLinks.ts";
import { type Revision, traitsOf } from "../protocol/revisions.ts";
import type { ReportFacts } from "../report/createReport.ts";
import type { LogEvidence, Outcome, RuleVerdict } from "../report/examinationReport.ts";
import type { ConformResult, ConformVerdict, RevisionFacts } from "./runConform.ts";
import { problemOf, type Scenario } from "./scenario.ts";

/** The section of the specification that states the rule of a scenario. */
export function sectionOf({ section }: Scenario, revision: Revision): string {
  const { era } = traitsOf(revision);
  return specUrl(revision, typeof section === "string" ? section : section[era]);
}

export function outcomeOfVerdict({ scenario, verdict }: ConformVerdict): Outcome {
  if (verdict.outcome !== "failed") return verdict.outcome;
  return scenario.level === "must" ? "violation" : "warning";
}

/** Reads an entry of the log. */
type EvidenceOf = (seq: number, pointer?: string) => Promise<readonly LogEvidence[]>;

/** What a report has of an examination, for the page and the command line. */
export async function conformFacts(
  { verdicts, facts }: Pick<ConformResult, "verdicts" | "facts">,
  evidenceOf: EvidenceOf,
): Promise<Pick<ReportFacts, "server" | "differences" | "verdicts">> {
  const [newest] = facts;
  const found: RuleVerdict[] = [];
  for (const one of verdicts) found.push(await conformVerdict(one, evidenceOf));
  return {
    server: newest && {
      name: newest.serverInfo.name,
      version: newest.serverInfo.version,
      revision: facts.map(({ revision }) => revision).join(", "),
      transport: newest.transport,
    },
    differences: compareRevisions(facts),
    verdicts: found,
  };
}

async function conformVerdict(one: ConformVerdict, evidenceOf: EvidenceOf): Promise<RuleVerdict> {
  const { scenario, revision, verdict, ms } = one;
  const outcome = outcomeOfVerdict(one);
  // what passed needs no evidence in a file: its messages are in the recording
  const seqs = verdict.outcome === "failed" ? verdict.evidence : [];
  const evidence: LogEvidence[] = [];
  for (const [at, seq] of seqs.entries()) {
    const isLast = at === seqs.length - 1;
    const pointer = isLast && verdict.outcome === "failed" ? verdict.pointer : undefined;
    evidence.push(...(await evidenceOf(seq, pointer)));
  }
  return {
    rule: scenario.id,
    outcome,
    revision,
    ...(verdict.outcome === "failed" ? problemOf(scenario, verdict) : {}),
    sentence: verdict.sentence ?? `${scenario.title}.`,
    section: sectionOf(scenario, revision),
    ms,
    evidence,
  };
}

/** Something that is not the same at all revisions. */
export interface Difference {
  /** For example `tools/list`, or `tool echo: title`. */
  readonly subject: string;
  /** What it is at each revision. */
  readonly values: Readonly<Record<string, string>>;
}

/** Differences that are listed. */
const maxDifferences = 100;
const absent = "–";

const nouns = {
  tools: "tool",
  resources: "resource",
  resourceTemplates: "template",
  prompts: "prompt",
} as const;

/** Compares name, capabilities, instructions and lists of a server at the revisions that it speaks. */
export function compareRevisions(facts: readonly RevisionFacts[]): readonly Difference[] {
  if (facts.length < 2) return [];
  const rows = new Map<string, Map<string, string>>();
  const put = (subject: string, revision: string, value: string) => {
    const row = rows.get(subject) ?? new Map<string, string>();
    rows.set(subject, row.set(revision, value));
  };
  for (const { revision, serverInfo, capabilities, instructions, lists } of facts) {
    put("server", revision, `${serverInfo.name} ${serverInfo.version}`);
    put("instructions", revision, shownValue(instructions));
    for (const [name, value] of Object.entries(capabilities)) {
      put(`capability ${name}`, revision, shownValue(value));
    }
    for (const [list, noun] of Object.entries(nouns)) {
      const items = lists[list as keyof typeof nouns] ?? [];
      put(`number of ${list}`, revision, String(items.length));
      for (const item of items) {
        const name = String(getOwn(item, "name") ?? getOwn(item, "uri"));
        put(`${noun} ${name}`, revision, "listed");
        for (const [member, value] of Object.entries(item ?? {})) {
          put(`${noun} ${name}: ${member}`, revision, shownValue(value));
        }
      }
    }
  }
  const found: Difference[] = [];
  for (const [subject, row] of rows) {
    const values = facts.map(({ revision }) => [revision, row.get(revision) ?? absent] as const);
    if (new Set(values.map(([, value]) => value)).size < 2) continue;
    // the members of an item that is not listed at a revision say nothing more
    const [item] = /^(?:tool|resource|template|prompt) .*(?=: \w+$)/.exec(subject) ?? [];
    if (item !== undefined && found.some((each) => each.subject === item)) continue;
    found.push({ subject, values: Object.fromEntries(values) });
    if (found.length >= maxDifferences) break;
  }
  return found;
}

/** Characters of a value that are shown; values that differ later only are marked as different. */
const maxCharacters = 60;

function shownValue(value: unknown): string {
  if (value === undefined) return absent;
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return "(nested too deeply)";
  }
  if (text.length <= maxCharacters) return text;
  return `${shortened(text, maxCharacters)} (${text.length} characters)`;
}
