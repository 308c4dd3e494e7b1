/** Checks an answer to a sampling request against the revision and against the request. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { SchemaFinding } from "../../../../shared/protocol/check/checkFinding.ts";
import { checkDefinition, checkResult } from "../../../../shared/protocol/check/checkMessage.ts";
import { blocksOf } from "../request/readRequest.ts";

/** Why an answer does not fit, or what is unusual about it. */
type AnswerProblem =
  | { readonly code: "schema"; readonly isHint: boolean; readonly finding: SchemaFinding }
  | {
      readonly code: "unknown-tool" | "no-tools";
      readonly isHint: false;
      readonly name: string;
    }
  | { readonly code: "id-used" | "id-repeated"; readonly isHint: false; readonly id: string }
  | {
      readonly code: "tool-forbidden" | "tool-required" | "tool-result" | "one-block";
      readonly isHint: false;
    }
  | {
      readonly code: "stop-reason-tool" | "stop-reason-no-tool" | "role-user";
      readonly isHint: true;
    }
  | {
      readonly code: "too-long";
      readonly isHint: true;
      /** Tokens, at four characters each. */
      readonly estimate: number;
      readonly maxTokens: number;
    };

/** The first revision with tools and several blocks. */
const firstWithTools = "2025-11-25";
const lastWithMethod = "2025-11-25";

/**
 * @param revision of the server that asks
 * @param params of the request; undefined if they cannot be read
 * @param answer the result as a value
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints
 */
export function checkSamplingAnswer(
  revision: string,
  params: JsonObject | undefined,
  answer: unknown,
): readonly AnswerProblem[] {
  const blocks = blocksOf(getOwn(answer, "content"));
  const isList = Array.isArray(getOwn(answer, "content"));
  if (isList && revision < firstWithTools) {
    const others = findingsOf(revision, { ...(answer as object), content: blocks[0] });
    return [{ code: "one-block", isHint: false }, ...others.map(asProblem)];
  }
  return [
    ...findingsOf(revision, answer).map(asProblem),
    ...toolProblems(params ?? {}, blocks),
    ...hints(params ?? {}, answer, blocks),
  ];
}

function findingsOf(revision: string, answer: unknown): readonly SchemaFinding[] {
  // from 2026-07-28 it is no result of a request but an input response
  return revision > lastWithMethod
    ? checkDefinition("2026-07-28", "CreateMessageResult", answer)
    : checkResult(revision, "sampling/createMessage", answer);
}

function asProblem(finding: SchemaFinding): AnswerProblem {
  return { code: "schema", isHint: finding.severity !== "violation", finding };
}

function toolProblems(params: JsonObject, blocks: readonly unknown[]): readonly AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const tools = blocksOf(params.tools).map((tool) => getOwn(tool, "name"));
  const used = new Set(
    blocksOf(params.messages)
      .flatMap((message) => blocksOf(getOwn(message, "content")))
      .filter((block) => getOwn(block, "type") === "tool_use")
      .map((block) => getOwn(block, "id")),
  );
  const uses = blocks.filter((block) => getOwn(block, "type") === "tool_use");
  const own = new Set<unknown>();
  for (const use of uses) {
    const [name, id] = [getOwn(use, "name"), getOwn(use, "id")];
    if (typeof name === "string" && !tools.includes(name)) {
      problems.push({ code: tools.length > 0 ? "unknown-tool" : "no-tools", isHint: false, name });
    }
    if (typeof id !== "string") continue;
    if (used.has(id)) problems.push({ code: "id-used", isHint: false, id });
    if (own.has(id)) problems.push({ code: "id-repeated", isHint: false, id });
    own.add(id);
  }
  const mode = getOwn(params.toolChoice, "mode");
  if (mode === "none" && uses.length > 0) problems.push({ code: "tool-forbidden", isHint: false });
  if (mode === "required" && tools.length > 0 && uses.length === 0) {
    problems.push({ code: "tool-required", isHint: false });
  }
  if (blocks.some((block) => getOwn(block, "type") === "tool_result")) {
    problems.push({ code: "tool-result", isHint: false });
  }
  return problems;
}

function hints(params: JsonObject, answer: unknown, blocks: readonly unknown[]) {
  const found: AnswerProblem[] = [];
  const hasUse = blocks.some((block) => getOwn(block, "type") === "tool_use");
  const stopReason = getOwn(answer, "stopReason");
  if (hasUse && stopReason !== "toolUse") found.push({ code: "stop-reason-tool", isHint: true });
  if (!hasUse && stopReason === "toolUse") {
    found.push({ code: "stop-reason-no-tool", isHint: true });
  }
  if (getOwn(answer, "role") === "user") found.push({ code: "role-user", isHint: true });
  const characters = blocks
    .map((block) => getOwn(block, "text"))
    .reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0);
  const { maxTokens } = params;
  const estimate = Math.ceil(characters / 4);
  if (typeof maxTokens === "number" && estimate > maxTokens) {
    found.push({ code: "too-long", isHint: true, estimate, maxTokens });
  }
  return found;
}
