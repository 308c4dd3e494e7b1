/** Gathers what a check finds into findings, of which there are never too many. */

import type { CheckedRevision } from "../messages/definitions.ts";
import {
  type Finding,
  inShort,
  pointerTo,
  type Severity,
  type Trouble,
  wordsFor,
} from "./checkFinding.ts";
import { definitionUrl, messagesPage, specUrl } from "./checkLinks.ts";
import type { Check, Visit } from "./checkVisit.ts";

/** How many findings of each severity one check reports. */
const most = 100;

/** How much evidence quotes of a text, in UTF-16 code units. */
const longest = 200;

interface Place {
  readonly path?: readonly (string | number)[];
  readonly severity?: Severity;
  /** Where the rule stands: a page of the revision, or an anchor on the page about messages. */
  readonly page?: string;
}

export interface Collector {
  /** All that was found, in the order in which it was found. */
  readonly findings: Finding[];
  /** Whether more violations would not be reported. */
  readonly full: boolean;
  /** Adds a finding of a rule that stands outside of the schema; a violation unless said otherwise. */
  readonly add: (trouble: Trouble, place?: Place) => void;
  /** Adds what is wrong with a value by a definition. */
  readonly visit: (check: Check, definition: string, value: unknown, path?: Path) => void;
}

type Path = readonly (string | number)[];

export function createCollector(revision: CheckedRevision): Collector {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const counts: Record<Severity, number> = { violation: 0, warning: 0, note: 0 };

  /** Adds a finding unless it is there already, or there are too many of its severity. */
  function push(code: Finding["code"], path: Path, severity: Severity, rest: () => Rest) {
    if (counts[severity] > most) return;
    const finding: Finding = { code, pointer: pointerTo(path), severity, ...rest() };
    const key = JSON.stringify([code, finding.pointer, finding.evidence.member]);
    if (seen.has(key)) return;
    seen.add(key);
    counts[severity]++;
    findings.push(counts[severity] > most ? endOf(severity) : finding);
  }

  function endOf(severity: Severity): Finding {
    const { code, ...facts } = { code: "too-many-findings", limit: most, severity } as const;
    const words = wordsFor({ code, ...facts }, "");
    const url = specUrl(revision, messagesPage(revision));
    return { code, pointer: "", severity: "note", evidence: facts, words, specUrl: url };
  }

  return {
    findings,
    get full() {
      return counts.violation > most;
    },
    add(trouble, { path = [], severity = "violation", page = "" } = {}) {
      push(trouble.code, path, severity, () => ({
        evidence: evidenceOf(trouble),
        words: wordsFor(trouble, "This"),
        specUrl: specUrl(revision, /^(#|$)/.test(page) ? messagesPage(revision) + page : page),
      }));
    },
    visit(check, definition, value, path = []) {
      const visit: Visit = {
        path: [...path],
        definition,
        full: false,
        tell(at, trouble, severity) {
          push(trouble.code, at.path, severity, () => ({
            evidence: { ...evidenceOf(trouble), definition: at.definition },
            words: wordsFor(trouble, subjectAt(at.path.slice(path.length), at.definition)),
            specUrl: definitionUrl(revision, at.definition),
          }));
          at.full = counts.violation > most;
        },
      };
      check(value, visit);
    },
  };
}

type Rest = Pick<Finding, "evidence" | "words" | "specUrl">;

/** The facts of a trouble; texts that came with the message are cut, for they may be huge. */
function evidenceOf({ code: _, ...facts }: Trouble): Finding["evidence"] {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === "string" ? fact.slice(0, longest) : fact,
    ]),
  );
}

/** What a finding is about, as a sentence begins. */
function subjectAt(path: Path, definition: string): string {
  const step = path.at(-1);
  if (step === undefined) return definition;
  return typeof step === "number" ? `Item ${step}` : inShort(step);
}
