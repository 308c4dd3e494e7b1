/** Words for the differences between two recorded sessions. */
import { shortened } from "../core/text/shortened.ts";
import type { DifferenceKind, SessionDifference } from "../recording/difference/compareSessions.ts";

/** How the differences of each kind are headed. */
export const differenceHeadings: Readonly<Record<DifferenceKind, string>> = {
  client: "The client declares something else",
  server: "The server declares something else",
  "only-first": "Only in the first session",
  "only-second": "Only in the second session",
  arguments: "Asked with other arguments",
  outcome: "Answered in one, not in the other",
  definitions: "Described differently by the server",
  answers: "Answered differently",
  order: "Asked in another order",
};

const outcomeWords: Readonly<Record<string, string>> = {
  result: "a result",
  "tool-error": "an error of the tool",
  error: "an error",
  none: "no answer",
};

/** Characters of a value. */
const maxValue = 120;

/**
 * What a difference is about, and how often; text of others in it is not escaped.
 * @returns empty for what client or server declare, which the heading says
 */
export function sessionDifferenceText(difference: SessionDifference): string {
  const { kind, method, subject, count, params, outcomes, from } = difference;
  const by = from === "server" && method !== "" ? " from the server" : "";
  const times = count > 1 ? ` (${count} times)` : "";
  const args = params === undefined || params === "{}" ? "" : ` ${shortened(params, maxValue)}`;
  const [before = "", after = ""] = outcomes ?? [];
  const how =
    kind === "outcome"
      ? `: ${outcomeWords[before]}, then ${outcomeWords[after]}`
      : kind === "order"
        ? `: after ${before} in the first session, before it in the second`
        : "";
  return `${`${method} ${subject}`.trim()}${by}${times}${args}${how}`;
}

/** A value of a change on one line; text of others in it is not escaped. */
export const changedValueText = (value: string | undefined): string =>
  value === undefined ? "nothing" : shortened(value.replace(/\s+/g, " "), maxValue);
