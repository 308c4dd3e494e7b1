/** Says what does not fit in an answer to a sampling request. */

import { shortened } from "../../../shared/core/text/shortened.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import type { SchemaFinding } from "../../../shared/protocol/check/checkFinding.ts";
import { formatCount } from "../../messages/quantities.ts";

/** A code of `checkAnswer` with its evidence. */
type AnswerProblemFacts =
  | { readonly code: "schema"; readonly finding: SchemaFinding }
  | { readonly code: "unknown-tool" | "no-tools" | "arguments"; readonly name: string }
  | { readonly code: "id-used" | "id-repeated"; readonly id: string }
  | { readonly code: "tool-forbidden" | "tool-required" | "tool-result" | "one-block" }
  | { readonly code: "stop-reason-tool" | "stop-reason-no-tool" | "role-user" }
  | { readonly code: "too-long"; readonly estimate: number; readonly maxTokens: number };

export function answerProblemText(problem: AnswerProblemFacts, revision: string): string {
  switch (problem.code) {
    case "schema":
      return findingText(problem.finding);
    case "one-block":
      return `${revision} allows one block of content. Several are allowed from 2025-11-25.`;
    case "unknown-tool":
      return `The request has no tool named ${quoted(problem.name)}.`;
    case "no-tools":
      return `The request has no tools, but the answer uses ${quoted(problem.name)}.`;
    case "arguments":
      return `The arguments of ${quoted(problem.name)} do not fit its schema.`;
    case "id-used":
      return `The conversation already has a tool use with the id ${quoted(problem.id)}.`;
    case "id-repeated":
      return `Two tool uses have the id ${quoted(problem.id)}.`;
    case "tool-forbidden":
      return "The tool choice is none, but the answer uses a tool.";
    case "tool-required":
      return "The tool choice is required, but the answer uses no tool.";
    case "tool-result":
      return "A tool result belongs in a message of the user, not in an answer.";
    case "stop-reason-tool":
      return "The stop reason of an answer with a tool use is toolUse.";
    case "stop-reason-no-tool":
      return "The stop reason is toolUse, but the answer uses no tool.";
    case "role-user":
      return "A model answers with the role assistant.";
    case "too-long":
      return `About ${formatCount(problem.estimate, "token")}; the request allows ${problem.maxTokens}.`;
  }
}

function quoted(text: string): string {
  return `“${shortened(text, 60)}”`;
}
