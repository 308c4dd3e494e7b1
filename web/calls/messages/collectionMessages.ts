/** Texts for the results of saved calls. */

import type { CollectionProblem } from "../../../shared/collections/readCollection.ts";
import type { CallResult } from "../../../shared/collections/runCalls.ts";
import { hasPassed } from "../../../shared/collections/runCalls.ts";
import {
  assertionText,
  checkProblemText,
  collectionProblemText,
  tooLongText,
  unknownVariablesText,
} from "../../../shared/messages/collectionText.ts";
import { failureText } from "../../messages/failureMessages.ts";
import type { BadgeProps } from "../../ui/Badge.tsx";

export type ShownResult = CallResult | { readonly kind: "running" };

export function resultBadge(result: ShownResult): {
  readonly text: string;
  readonly tone: NonNullable<BadgeProps["tone"]>;
} {
  if (result.kind === "running") return { text: "Running", tone: "accent" };
  if (hasPassed(result)) return { text: "Passed", tone: "in" };
  return result.kind === "answered"
    ? { text: "Failed", tone: "violation" }
    : { text: "No answer", tone: "violation" };
}

/** What was checked, with what did not hold. */
export function checkLines(
  result: ShownResult,
): readonly { readonly text: string; readonly problem: string | undefined }[] {
  if (result.kind !== "answered") return [];
  return result.checks.map(({ assertion, problem }) => ({
    text: assertionText(assertion),
    problem: problem && checkProblemText(problem),
  }));
}

/** Why a call has no answer; undefined if it has one. */
export function noAnswerText(result: ShownResult): string | undefined {
  switch (result.kind) {
    case "not-sent":
      if (result.code === "too-long") return tooLongText;
      return result.code === "unknown-variables"
        ? `${unknownVariablesText(result.names)} Set them under Variables and environments.`
        : "The arguments are not JSON.";
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
