/** Gathers what a check finds into findings, of which there are never too many. */
import { type Finding, pointerTo, type Severity, type Trouble, wordsFor } from "./checkFinding.ts";
import { definitionUrl, messagesPage, specUrl } from "./checkLinks.ts";
import type { Check, Visit } from "./checkVisit.ts";
import type { CheckedRevision } from "./messages/definitions.ts";

/** How many findings of each severity one check reports. */
const most = 100;

interface Place {
  readonly path?: readonly (string | number)[];
  readonly severity?: Severity;
  /** The page where the rule stands, when no definition says it. */
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

  function push(
    trouble: Trouble,
    path: Path,
    severity: Severity,
    subject: string,
    url: string,
    definition?: string,
  ) {
    const { code, ...facts } = trouble;
    const pointer = pointerTo(path);
    const key = `${code} ${pointer} ${"member" in trouble ? trouble.member : ""}`;
    if (counts[severity] > most || seen.has(key)) return;
    seen.add(key);
    counts[severity]++;
    if (counts[severity] > most) {
      const end = { code: "too-many-findings", limit: most } as const;
      findings.push({
        code: end.code,
        pointer: "",
        severity: "note",
        evidence: { limit: most, severity },
        words: wordsFor(end, ""),
        specUrl: specUrl(revision, messagesPage(revision)),
      });
      return;
    }
    findings.push({
      code,
      pointer,
      severity,
      evidence: definition ? { ...facts, definition } : facts,
      words: wordsFor(trouble, subject),
      specUrl: url,
    });
  }

  return {
    findings,
    get full() {
      return counts.violation > most;
    },
    add(trouble, { path = [], severity = "violation", page = messagesPage(revision) } = {}) {
      push(trouble, path, severity, "This", specUrl(revision, page));
    },
    visit(check, definition, value, path = []) {
      const visit: Visit = {
        path: [...path],
        definition,
        full: false,
        tell(at, trouble, severity) {
          const subject = subjectAt(at.path, path.length, at.definition);
          const url = definitionUrl(revision, at.definition);
          push(trouble, at.path, severity, subject, url, at.definition);
          at.full = counts.violation > most;
        },
      };
      check(value, visit);
    },
  };
}

/** What a finding is about, as a sentence begins. */
function subjectAt(path: Path, top: number, definition: string): string {
  const step = path.length > top ? path.at(-1) : undefined;
  if (step === undefined) return definition;
  return typeof step === "number" ? `Item ${step}` : `${JSON.stringify(step)}`;
}
