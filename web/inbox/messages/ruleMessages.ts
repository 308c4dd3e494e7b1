/** Describes the rules that answer requests from servers, and why a file of rules was refused. */

import type { ReadRules, Rule, RuleAnswer } from "../../../shared/client/input/answerRule.ts";
import { requestKind } from "../../messages/requestMessages.ts";

export const answerKinds: readonly { readonly id: RuleAnswer["kind"]; readonly label: string }[] = [
  { id: "text", label: "Text" },
  { id: "result", label: "Whole result (JSON)" },
  { id: "model", label: "Answer of a model" },
  { id: "decline", label: "Decline" },
  { id: "error", label: "Error" },
  { id: "malformed", label: "Malformed answer" },
];

/** For example `Sampling request of echo with “hello”: text`. */
export function ruleSummary({ match, answer, delayMs }: Rule): string {
  const parts = [
    requestKind(match.method),
    match.item !== undefined && `of ${match.item}`,
    match.text !== undefined && `with “${match.text}”`,
    match.hint !== undefined && `hinting at ${match.hint}`,
  ].filter((part) => part !== false);
  const label = answerKinds.find(({ id }) => id === answer.kind)?.label ?? answer.kind;
  const delay = delayMs > 0 ? ` after ${delayMs} ms` : "";
  return `${parts.join(" ")}: ${label.toLowerCase()}${delay}`;
}

export function rulesRefusalText(refusal: Extract<ReadRules, { kind: "refused" }>): string {
  switch (refusal.code) {
    case "not-json":
      return "The file is not JSON. Choose a file that was exported here.";
    case "other-format":
      return "The file contains no rules of this playground. Choose a file that was exported here.";
    case "too-many":
      return "There would be more than 500 rules. Delete some, or split the file.";
    case "bad-rule":
      return `Rule ${refusal.index + 1} of the file cannot be read: it needs a name, a match of up to 1,000 characters and an answer of up to 500,000.`;
  }
}
