/** Defines a conformance scenario: what it sends to a server, and the verdict that it returns. */
import type { EraKind, Revision } from "../protocol/revisions.ts";
import type { Subject } from "./examinedServer.ts";
import type { ScenarioProblem } from "./scenarioProblem.ts";

/** The areas in the order in which they are examined and shown. */
export const areas = [
  "lifecycle",
  "errors",
  "tools",
  "resources",
  "prompts",
  "utilities",
  "http",
  "metadata",
  "tasks",
  "skills",
  "messages",
] as const;

export type Area = (typeof areas)[number];

export interface Scenario {
  /** Stable across versions; the rule of its verdicts. */
  readonly id: string;
  readonly area: Area;
  /** What holds if it passes. */
  readonly title: string;
  /** A server that breaks a `should` gets a warning. */
  readonly level: "must" | "should";
  /** The page of the specification below a revision; by era where it has moved. */
  readonly section: string | Readonly<Record<EraKind, string>>;
  /** The first and the last revision that it applies to. */
  readonly since?: Revision;
  readonly until?: Revision;
  readonly transport?: "http" | "stdio";
  /** It is about the program, so that one revision is enough. */
  readonly atOneRevision?: true;
  /** The methods that it sends, or what else it does. */
  readonly sends: string;
  /** What makes a server pass, in the imperative, as what follows `Fix:`; with a full stop. */
  readonly fix: string;
  /** The method whose capability the server must declare. */
  readonly needs?: string;
  /** Whether it calls tools, of which only those are called that the user allows. */
  readonly callsTools?: true;
  readonly run: (subject: Subject) => Promise<ScenarioVerdict> | ScenarioVerdict;
}

export interface FailedVerdict extends ScenarioProblem {
  readonly outcome: "failed";
  /** Numbers of entries of the log. */
  readonly evidence: readonly number[];
}

interface PassedVerdict {
  readonly outcome: "passed";
  readonly evidence: readonly number[];
  /** What is worth knowing besides. */
  readonly sentence?: string;
}

export type ScenarioVerdict =
  | PassedVerdict
  | FailedVerdict
  | { readonly outcome: "not-applicable" | "could-not-run"; readonly sentence: string };

/** Something with evidence: a reply of the server, a raw response. */
export interface Seen {
  readonly evidence: readonly number[];
  /** What it was, in a few words. */
  readonly shown?: string;
  /** The part of its message that matters. */
  readonly pointer?: string | undefined;
}

const evidenceOf = (seen: readonly Seen[]) => seen.flatMap(({ evidence }) => evidence);

export const passed = (...seen: readonly Seen[]): PassedVerdict => ({
  outcome: "passed",
  evidence: evidenceOf(seen),
});

/** @param seen what the server did wrong comes last */
export function failed(problem: string | ScenarioProblem, ...seen: readonly Seen[]): FailedVerdict {
  const { shown, pointer } = seen.at(-1) ?? {};
  return {
    outcome: "failed",
    ...(shown !== undefined && { seen: shown }),
    ...(pointer !== undefined && { pointer }),
    ...(typeof problem === "string" ? { sentence: problem } : problem),
    evidence: evidenceOf(seen),
  };
}

export const notApplicable = (sentence: string): ScenarioVerdict => ({
  outcome: "not-applicable",
  sentence,
});

export const couldNotRun = (sentence: string): ScenarioVerdict => ({
  outcome: "could-not-run",
  sentence,
});

/** Passes without a problem. */
export const verdictOf = (
  problem: string | ScenarioProblem | undefined,
  ...seen: readonly Seen[]
): ScenarioVerdict => (problem === undefined ? passed(...seen) : failed(problem, ...seen));

/** What a verdict of a failed scenario says, with what holds for the scenario where it says nothing. */
export function problemOf(
  { title, fix }: Pick<Scenario, "title" | "fix">,
  verdict: FailedVerdict,
): Required<Pick<ScenarioProblem, "sentence" | "expected" | "seen" | "fix">> {
  const { sentence } = verdict;
  return {
    sentence,
    expected: verdict.expected ?? title,
    seen: verdict.seen ?? sentence.replace(/\.$/, ""),
    fix: verdict.fix ?? fix,
  };
}
