/** Eval suites as they are edited, and the results of their runs. */
import { encodeText, sha256 } from "../../../../shared/core/bytes.ts";
import { toHex } from "../../../../shared/core/hex.ts";
import {
  type EvalCase,
  type EvalSuite,
  evalFormat,
  readSuite,
} from "../../../../shared/evals/evalSuite.ts";
import type { Overlay } from "../../../../shared/evals/overlay.ts";
import type { EvalRun, SuiteEnd } from "../../../../shared/evals/runSuite.ts";
import type { OfferedTool } from "../../../../shared/models/agent/offeredTools.ts";

export interface SuiteDocument {
  readonly id: string;
  /** JSON, as the user writes it: it may not be a suite. */
  readonly text: string;
  /** What the description lab changes. */
  readonly overlay: Overlay;
  /** Names of the cases that a model has seen which proposed the overlay. */
  readonly shownCases: readonly string[];
}

/**
 * `live`: calls are made; `dry`: none is made; `recorded`: calls are answered from the newest live
 * run; `recording`: from opened recordings; `frozen`: the models' answers are those of the newest
 * live run.
 */
export type EvalMode = "live" | "dry" | "recorded" | "recording" | "frozen";

export type LabSide = "server" | "edited";

export interface EvalResult {
  readonly id: string;
  readonly suiteId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly mode: EvalMode;
  /** Which definitions the description lab ran; undefined for a run of the suite. */
  readonly lab: LabSide | undefined;
  /** Of the definitions that the models got. */
  readonly definitionHash: string;
  /** What the models got of each tool. */
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly runs: readonly EvalRun[];
  readonly end: SuiteEnd["kind"];
  /** The skills that were not read, so that their cases ran without them only. */
  readonly unread?: readonly string[];
}

/** Twelve hexadecimal digits that differ if names, descriptions or schemas do. */
export async function definitionHash(tools: readonly OfferedTool[]): Promise<string> {
  const texts = tools.map(({ offeredName, definition: { description, inputSchema } }) =>
    JSON.stringify([offeredName, description, inputSchema]),
  );
  return toHex(await sha256(encodeText(texts.sort().join("\n")))).slice(0, 12);
}

/** The name of a suite as far as it can be read. */
export function suiteName({ text }: SuiteDocument): string {
  const read = readSuite(text);
  return read.kind === "suite" ? read.suite.name : "Suite with errors";
}

export function suiteText(suite: EvalSuite): string {
  return JSON.stringify(suite, undefined, 2);
}

/** @returns undefined if the text is not a suite */
export function withCase({ text }: SuiteDocument, added: EvalCase): string | undefined {
  const read = readSuite(text);
  if (read.kind === "refused") return undefined;
  const { suite } = read;
  const names = new Set(suite.cases.map(({ name }) => name));
  let name = added.name;
  for (let count = 2; names.has(name); count++) name = `${added.name} (${count})`;
  return suiteText({ ...suite, cases: [...suite.cases, { ...added, name }] });
}

/** A suite of the user's first case. */
export function suiteWith(added: EvalCase, name = "Saved cases"): EvalSuite {
  return { format: evalFormat, name, repeat: 3, cases: [added] };
}
