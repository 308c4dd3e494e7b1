/** Collects findings without duplicates and up to a maximum per severity. */

import { toPointer } from "../../core/json/pointer.ts";
import type { Revision } from "../revisions.ts";
import type { Severity } from "../severity.ts";
import type { FindingDetail, SchemaFinding } from "./checkFinding.ts";
import { definitionUrl, messagesPage, specUrl } from "./checkLinks.ts";
import type { Check, Visit } from "./checkVisit.ts";

/** Maximum findings of each severity in one check. */
const maxFindings = 100;

/** Maximum length of a string in evidence, in UTF-16 code units. */
const maxLength = 200;

interface Place {
  readonly path?: readonly (string | number)[];
  readonly severity?: Severity;
  /** The address of the rule: a page of the revision, or an anchor on the page about messages. */
  readonly page?: string;
}

export type Collector = ReturnType<typeof createCollector>;

type Path = readonly (string | number)[];

/** Creates a collector of one message; repeated findings are counted once, each severity has a maximum. */
export function createCollector(revision: Revision) {
  const findings: SchemaFinding[] = [];
  const seen = new Set<string>();
  const counts: Record<Severity, number> = { violation: 0, warning: 0, note: 0 };

  /** Adds a finding unless it is a duplicate or the maximum of its severity is reached. */
  function push(code: SchemaFinding["code"], path: Path, severity: Severity, rest: () => Rest) {
    if (counts[severity] > maxFindings) return;
    const finding: SchemaFinding = { code, pointer: toPointer(path), severity, ...rest() };
    const key = JSON.stringify([code, finding.pointer, finding.evidence.member]);
    if (seen.has(key)) return;
    seen.add(key);
    counts[severity]++;
    findings.push(counts[severity] > maxFindings ? limitNote(severity) : finding);
  }

  function limitNote(severity: Severity): SchemaFinding {
    const { code, ...facts } = { code: "too-many-findings", limit: maxFindings, severity } as const;
    const url = specUrl(revision, messagesPage(revision));
    return { code, pointer: "", severity: "note", evidence: facts, specUrl: url };
  }

  return {
    /** All findings, in the order in which they were found. */
    findings,
    /** Whether the maximum of violations is reached. */
    get full() {
      return counts.violation > maxFindings;
    },
    /** Adds a finding of a rule outside the schema; by default a violation. */
    add(detail: FindingDetail, { path = [], severity = "violation", page = "" }: Place = {}) {
      push(detail.code, path, severity, () => ({
        evidence: evidenceOf(detail),
        specUrl: specUrl(revision, /^(#|$)/.test(page) ? messagesPage(revision) + page : page),
      }));
    },
    /** Checks a value against a definition and adds the findings. */
    visit(check: Check, definition: string, value: unknown, path: Path = []) {
      const visit: Visit = {
        path: [...path],
        definition,
        full: false,
        report(at, detail, severity) {
          push(detail.code, at.path, severity, () => ({
            evidence: evidenceOf(detail, at.definition, at.path.slice(path.length)),
            specUrl: definitionUrl(revision, at.definition),
          }));
          at.full = counts.violation > maxFindings;
        },
      };
      check(value, visit);
    },
  };
}

type Rest = Pick<SchemaFinding, "evidence" | "specUrl">;

/**
 * The facts of a finding; strings from the message are cut, because they may be huge.
 * @param path the steps to the value; none for the checked value itself
 */
function evidenceOf(
  { code: _, ...facts }: FindingDetail,
  definition?: string,
  path: Path = [],
): SchemaFinding["evidence"] {
  const at = path.at(-1);
  // not of the result's own list: equal findings about its items are counted as one
  const [, list, item] = path.slice(typeof at === "number" ? -3 : -4);
  const all = {
    ...facts,
    ...(definition === undefined ? {} : { definition }),
    ...(at === undefined ? {} : { at }),
    ...(typeof list === "string" && typeof item === "number" ? { list, item } : {}),
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, fact]) => [
      name,
      typeof fact === "string" ? fact.slice(0, maxLength) : fact,
    ]),
  );
}
