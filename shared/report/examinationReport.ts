/** Defines the report of an examination: verdicts with their evidence, the same for every command and view. */
import type { Initiator } from "../log/entry.ts";
import type { Severity } from "../protocol/severity.ts";

export const reportFormat = "mcp-playground-report/1";

/** `could-not-run`: the examination could not come to a verdict, for example without a connection. */
export type Outcome = "passed" | Severity | "not-applicable" | "could-not-run";

/** An entry of the log that a verdict is based on; secrets are masked. */
export interface LogEvidence {
  /** Position in the log. */
  readonly seq: number;
  readonly direction: "out" | "in" | "none";
  /** Who caused a request, if that is known. */
  readonly initiator?: Initiator;
  /** The start of its text. */
  readonly text: string;
  /** The place in the entry's JSON, as an RFC 6901 JSON pointer. */
  readonly pointer?: string;
}

interface VerdictCause {
  readonly sentence: string;
  readonly sources: readonly {
    readonly title: string;
    readonly url: string;
    /** `YYYY-MM-DD`, or as much of it as is known. */
    readonly date: string;
  }[];
}

export interface RuleVerdict {
  /** Stable across versions. */
  readonly rule: string;
  readonly outcome: Outcome;
  /** What it is about: a method, or the name of a saved call. */
  readonly subject?: string;
  /** The revision that it holds at, if several are examined. */
  readonly revision?: string;
  /** One or more sentences, with text of the server that is not escaped. */
  readonly sentence: string;
  /** What the specification asks for, of what is wrong. */
  readonly expected?: string;
  /** What was received instead. */
  readonly seen?: string;
  /** How to fix it. */
  readonly fix?: string;
  /** Known causes of what was not done, with the threads that report them. */
  readonly causes?: readonly VerdictCause[];
  /** The URL of the section of the specification. */
  readonly section?: string;
  readonly ms?: number;
  readonly evidence: readonly LogEvidence[];
  /** Whether the baseline expects it, so that it does not count. */
  readonly isExpected?: boolean;
}

export interface ExaminationReport {
  readonly format: typeof reportFormat;
  /** What examined, such as `check`. */
  readonly examination: string;
  /** The name of what was examined: the masked address of a server, or of a collection. */
  readonly title: string;
  readonly tool: { readonly name: string; readonly version: string; readonly homepage?: string };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly server?: {
    readonly name: string;
    readonly version: string;
    readonly revision: string;
    readonly transport: string;
  };
  /** What is not the same at the examined revisions. */
  readonly differences?: readonly {
    readonly subject: string;
    /** By revision. */
    readonly values: Readonly<Record<string, string>>;
  }[];
  readonly verdicts: readonly RuleVerdict[];
}

/** What a verdict is about, and at which revision; empty if it names neither. */
export function verdictPlace({ subject, revision }: RuleVerdict): string {
  return [subject, revision].filter((part) => part !== undefined).join(" at ");
}

/** Each known cause as a line, with its threads. */
export function causeLines({ causes = [] }: RuleVerdict): readonly string[] {
  return causes.map(({ sentence, sources }) => {
    const threads = sources.map(({ url, date }) => `${url} (${date})`);
    return `Known cause: ${sentence} ${threads.join(", ")}`;
  });
}

/** What was expected, what was seen, how to fix it, and known causes, each as a line. */
export function verdictLines(verdict: RuleVerdict): readonly string[] {
  const { expected, seen, fix } = verdict;
  return [
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(seen === undefined ? [] : [`Seen: ${seen}`]),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    ...causeLines(verdict),
  ];
}

/** A verdict with the revisions at which it is the same. */
export interface VerdictAtRevisions {
  readonly verdict: RuleVerdict;
  readonly revisions: readonly string[];
}

/** Joins verdicts that are the same at several revisions. */
export function joinRevisions(verdicts: readonly RuleVerdict[]): readonly VerdictAtRevisions[] {
  const groups = Map.groupBy(verdicts, ({ rule, outcome, subject, sentence, ...rest }) =>
    rest.revision === undefined
      ? undefined
      : JSON.stringify([rule, outcome, subject, sentence, rest.isExpected]),
  );
  return [...groups].flatMap(([key, group]): readonly VerdictAtRevisions[] => {
    const [verdict] = group;
    if (key === undefined || !verdict)
      return group.map((each) => ({ verdict: each, revisions: [] }));
    return [{ verdict, revisions: group.flatMap(({ revision }) => revision ?? []) }];
  });
}

/** How an examination ended, which decides the exit code. */
export type ReportState = "passed" | "violations" | "could-not-run";

/** Outcomes that something can be done about, the most severe first. */
export const findingOutcomes = ["violation", "could-not-run", "warning", "note"] as const;

/** Whether a verdict is something that a baseline can expect. */
export function isFinding({ outcome }: RuleVerdict): boolean {
  return findingOutcomes.some((each) => each === outcome);
}

/** What fails a report beside violations: each warning, or the use of what is deprecated. */
export const failureKinds = ["warning", "deprecated"] as const;

/**
 * What fails the report about a client, too: what it has not done, does late, answers or sends as an
 * error, and where what it does differs from what was declared or agreed on.
 */
export const clientFailureKinds = ["pending", "late", "error", "drift"] as const;

export type FailureKind = (typeof failureKinds | typeof clientFailureKinds)[number];

/** The kind of what a rule finds. */
const kindOfRule: Readonly<Record<string, FailureKind>> = {
  "deprecated-feature": "deprecated",
  "listed-again": "pending",
  answered: "pending",
  initialized: "pending",
  "session-renewed": "pending",
  "token-renewed": "pending",
  "reads-metadata": "pending",
  "signs-in": "pending",
  "goes-on": "pending",
  "falls-back": "pending",
  "in-time": "late",
  "no-errors": "error",
  "valid-messages": "error",
  "declared-used": "drift",
  "server-declared": "drift",
  "request-state": "drift",
  "revision-kept": "drift",
  "session-kept": "drift",
};

/**
 * Expected verdicts do not count; a violation counts more than what could not run.
 * @param failOn what counts as a violation, too
 */
export function reportState(
  { verdicts }: ExaminationReport,
  failOn: readonly FailureKind[] = [],
): ReportState {
  const counting = verdicts.filter(({ isExpected }) => !isExpected);
  const counted = new Set(counting.map(({ outcome }) => outcome));
  const isFailure = (verdict: RuleVerdict) => {
    const kind = kindOfRule[verdict.rule];
    return (
      (verdict.outcome === "warning" && failOn.includes("warning")) ||
      (kind !== undefined && isFinding(verdict) && failOn.includes(kind))
    );
  };
  if (counted.has("violation") || counting.some(isFailure)) return "violations";
  return counted.has("could-not-run") ? "could-not-run" : "passed";
}

/** The number of verdicts of each outcome; expected ones are counted separately. */
export function countOutcomes({
  verdicts,
}: ExaminationReport): Readonly<Record<Outcome | "expected", number>> {
  const counts = {
    passed: 0,
    violation: 0,
    warning: 0,
    note: 0,
    "not-applicable": 0,
    "could-not-run": 0,
    expected: 0,
  };
  for (const { outcome, isExpected } of verdicts) counts[isExpected ? "expected" : outcome]++;
  return counts;
}
