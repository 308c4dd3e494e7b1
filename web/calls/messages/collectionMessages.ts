/** Texts for the results of saved calls. */

import type { CollectionProblem } from "../../../shared/collections/readCollection.ts";
import type { CallResult } from "../../../shared/collections/runCalls.ts";
import { hasPassed } from "../../../shared/collections/runCalls.ts";
import {
  collectionProblemText,
  notSentText,
  unknownVariablesText,
} from "../../../shared/messages/collectionText.ts";
import { failureText } from "../../messages/failureMessages.ts";
import { formatMs } from "../../messages/quantities.ts";
import type { State } from "../../ui/primitives/StateGlyph.tsx";

export type ShownResult = CallResult | { readonly kind: "running" };

/** The state of a call, as a glyph with words. */
export function resultState(result: ShownResult | undefined): {
  readonly text: string;
  readonly state: State;
} {
  if (!result) return { text: "Not run", state: "not-applicable" };
  if (result.kind === "running") return { text: "Running", state: "running" };
  if (hasPassed(result)) return { text: "Passed", state: "ok" };
  return result.kind === "answered"
    ? { text: "Failed", state: "failed" }
    : { text: "No answer", state: "failed" };
}

/** How the calls of a collection ended, for example `1 failed of 5 · 200 ms`; empty before a run. */
export function outcomeText(results: readonly (ShownResult | undefined)[]): string {
  const ended = results.filter((each) => each !== undefined && each.kind !== "running");
  if (ended.length === 0) return "";
  const failed = ended.filter((each) => !hasPassed(each)).length;
  const ms = ended.reduce(
    (sum, each) => sum + (each.kind === "answered" ? each.answered.ms : 0),
    0,
  );
  const count = failed > 0 ? `${failed} failed` : `${ended.length} passed`;
  return `${count} of ${results.length} · ${formatMs(ms)}`;
}

/** What came of a recorded request, compared. */
export function comparedText(result: ShownResult): string {
  if (result.kind === "running") return "running";
  if (result.kind !== "answered") return noAnswerText(result) ?? "";
  const same = result.checks.find(({ comparison }) => comparison);
  if (!same?.comparison) return "no recorded answer";
  if (same.comparison.isSame) {
    const except =
      same.assertion.kind === "same" && same.assertion.except.length > 0
        ? ` except ${same.assertion.except.join(", ")}`
        : "";
    return `${result.answered.kind === "error" ? "the same error" : "the same"}${except}`;
  }
  const pointers = same.comparison.changes.map(({ pointer }) => shownPointer(pointer));
  const [first = "the answer"] = pointers;
  return `${first}${pointers.length > 1 ? ` and ${pointers.length - 1} more` : ""} differs`;
}

/** A JSON Pointer into an answer, without the member that all results are in. */
export function shownPointer(pointer: string): string {
  return pointer.replace(/^\/result(?:\/structuredContent)?(?=\/)/, "");
}

/** Why a call has no answer; undefined if it has one. */
export function noAnswerText(result: ShownResult): string | undefined {
  switch (result.kind) {
    case "not-sent":
      return result.code === "unknown-variables"
        ? `${unknownVariablesText(result.names)} Set them under Variables and environments.`
        : notSentText[result.code];
    case "cancelled":
      return "It was cancelled.";
    case "failed":
      return failureText(result.failure).what;
    default:
      return undefined;
  }
}

/** Why a file was not imported. */
export function importProblemText(refused: {
  readonly problem: CollectionProblem;
  readonly at?: string;
}): string {
  const where = refused.problem === "damaged" ? ` at ${refused.at ?? "its root"}.` : "";
  return `${collectionProblemText[refused.problem]}${where}`;
}
