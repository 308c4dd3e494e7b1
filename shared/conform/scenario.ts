/** Defines a conformance scenario: what it sends to a server, and the verdict that it returns. */
import type { EraKind, Revision } from "../protocol/revisions.ts";
import type { Subject } from "./examinedServer.ts";

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
  /** The methods that it sends, or what else it does. */
  readonly sends: string;
  /** The method whose capability the server must declare. */
  readonly needs?: string;
  /** Whether it calls tools, of which only those are called that the user allows. */
  readonly callsTools?: true;
  readonly run: (subject: Subject) => Promise<ScenarioVerdict> | ScenarioVerdict;
}

export type ScenarioVerdict =
  | { readonly outcome: "passed"; readonly evidence: readonly number[] }
  | {
      readonly outcome: "failed";
      /** What the server did instead. */
      readonly sentence: string;
      /** Numbers of entries of the log. */
      readonly evidence: readonly number[];
    }
  | { readonly outcome: "not-applicable" | "could-not-run"; readonly sentence: string };

/** Something with evidence: a reply of the server, a raw response. */
interface Seen {
  readonly evidence: readonly number[];
}

const evidenceOf = (seen: readonly Seen[]) => seen.flatMap(({ evidence }) => evidence);

export const passed = (...seen: readonly Seen[]): ScenarioVerdict => ({
  outcome: "passed",
  evidence: evidenceOf(seen),
});

export const failed = (sentence: string, ...seen: readonly Seen[]): ScenarioVerdict => ({
  outcome: "failed",
  sentence,
  evidence: evidenceOf(seen),
});

export const notApplicable = (sentence: string): ScenarioVerdict => ({
  outcome: "not-applicable",
  sentence,
});

export const couldNotRun = (sentence: string): ScenarioVerdict => ({
  outcome: "could-not-run",
  sentence,
});

/** Passes without a sentence of a problem. */
export const verdictOf = (
  problem: string | undefined,
  ...seen: readonly Seen[]
): ScenarioVerdict => (problem === undefined ? passed(...seen) : failed(problem, ...seen));
