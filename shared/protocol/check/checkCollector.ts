/** Collects findings without duplicates and up to a maximum per severity. */

import { cutFacts } from "../../core/facts.ts";
import { toPointer } from "../../core/json/pointer.ts";
import type { Revision } from "../revisions.ts";
import type { Severity } from "../severity.ts";
import type { FindingDetail, KnownSchemaFinding, SchemaFinding } from "./checkFinding.ts";
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
  function push(known: KnownSchemaFinding, path: Path, severity: Severity, url: () => string) {
    if (counts[severity] > maxFindings) return;
    const finding = { ...known, pointer: toPointer(path), severity, specUrl: url() };
    const member = known.code === "missing-member" && known.evidence.member;
    const key = JSON.stringify([known.code, finding.pointer, member]);
    if (seen.has(key)) return;
    seen.add(key);
    counts[severity]++;
    findings.push(counts[severity] > maxFindings ? limitNote(severity) : finding);
  }

  function limitNote(severity: Severity): SchemaFinding {
    const evidence = { limit: maxFindings, severity };
    const url = specUrl(revision, messagesPage(revision));
    return { code: "too-many-findings", pointer: "", severity: "note", evidence, specUrl: url };
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
      push(knownFinding(detail), path, severity, () =>
        specUrl(revision, /^(#|$)/.test(page) ? messagesPage(revision) + page : page),
      );
    },
    /** Checks a value against a definition and adds the findings. */
    visit(check: Check, definition: string, value: unknown, path: Path = []) {
      const visit: Visit = {
        path: [...path],
        definition,
        full: false,
        report(at, detail, severity) {
          const known = knownFinding(detail, at.definition, at.path.slice(path.length));
          push(known, at.path, severity, () => definitionUrl(revision, at.definition));
          at.full = counts.violation > maxFindings;
        },
      };
      check(value, visit);
    },
  };
}

/**
 * A finding with its facts; strings from the message are cut, because they may be huge.
 * @param path the steps to the value; none for the checked value itself
 */
function knownFinding(
  { code, ...facts }: FindingDetail,
  definition?: string,
  path: Path = [],
): KnownSchemaFinding {
  const at = path.at(-1);
  // not of the result's own list: equal findings about its items are counted as one
  const [, list, item] = path.slice(typeof at === "number" ? -3 : -4);
  const all = {
    ...facts,
    ...(definition === undefined ? {} : { definition }),
    ...(at === undefined ? {} : { at }),
    ...(typeof list === "string" && typeof item === "number" ? { list, item } : {}),
  };
  return { code, evidence: cutFacts(all, maxLength) } as unknown as KnownSchemaFinding;
}
