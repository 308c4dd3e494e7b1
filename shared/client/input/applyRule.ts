/** Finds the rule for a request from a server, and composes its answer. */

import { getOwn } from "../../core/json/getOwn.ts";
import type { Rule, RuleAnswer, RuleMatch } from "./answerRule.ts";
import type { InputAnswer, ServerInput } from "./serverInput.ts";

/**
 * The error that declines a sampling request.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
export const declinedText = '{"code":-1,"message":"User rejected sampling request"}';

/** What a rule can match besides the request itself. */
interface AnswerRuleContext {
  /** The name of the item whose call caused the request, if known. */
  readonly item: string | undefined;
  /** How many requests the rule has answered before this one. */
  readonly count: number;
}

/**
 * The first rule that matches, in the order of the list.
 * @param isUsable whether a rule is switched on and below its limit
 */
export function findRule(
  rules: readonly Rule[],
  isUsable: (rule: Rule) => boolean,
  input: Pick<ServerInput, "method" | "params">,
  item: string | undefined,
): Rule | undefined {
  return rules.find((rule) => isUsable(rule) && matches(rule.match, input, item));
}

function matches(
  match: RuleMatch,
  { method, params }: Pick<ServerInput, "method" | "params">,
  item: string | undefined,
): boolean {
  if (match.method !== method) return false;
  if (match.item !== undefined && match.item !== item) return false;
  if (match.text !== undefined && !textsOf(params).some((text) => holds(text, match.text))) {
    return false;
  }
  return match.hint === undefined || hintsOf(params).some((name) => holds(name, match.hint));
}

function holds(text: string, part = ""): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** The texts that the user would read: messages, system prompt, the message of an elicitation. */
function textsOf(params: unknown): readonly string[] {
  const blocks = messagesOf(params).flatMap(({ texts }) => texts);
  return [getOwn(params, "systemPrompt"), getOwn(params, "message"), ...blocks].filter(isText);
}

function messagesOf(params: unknown) {
  const messages = getOwn(params, "messages");
  return (Array.isArray(messages) ? messages : []).map((message) => {
    const content = getOwn(message, "content");
    const blocks = Array.isArray(content) ? content : [content];
    return {
      role: getOwn(message, "role"),
      texts: blocks.map((block) => getOwn(block, "text")).filter(isText),
    };
  });
}

function hintsOf(params: unknown): readonly string[] {
  const hints = getOwn(getOwn(params, "modelPreferences"), "hints");
  return (Array.isArray(hints) ? hints : []).map((hint) => getOwn(hint, "name")).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The answer of a rule that needs no model; malformed text is sent unchanged. */
export function composeRuleAnswer(
  answer: Exclude<RuleAnswer, { kind: "model" }>,
  input: Pick<ServerInput, "method" | "params">,
  context: AnswerRuleContext,
): InputAnswer {
  switch (answer.kind) {
    case "text": {
      const text = fill(answer.text, input, context);
      const content = { type: "text", text };
      const result = { role: "assistant", content, model: answer.model, stopReason: "endTurn" };
      return { kind: "result", text: JSON.stringify(result) };
    }
    case "result":
      return { kind: "result", text: fillJson(answer.text, input, context) };
    case "malformed":
      return { kind: "result", text: answer.text };
    case "error":
      return {
        kind: "error",
        text: JSON.stringify({ code: answer.code, message: answer.message }),
      };
    case "decline":
      return input.method === "elicitation/create"
        ? { kind: "result", text: '{"action":"decline"}' }
        : { kind: "error", text: declinedText };
  }
}

/** Placeholders of templates, and what replaces each. */
export const placeholders = ["text", "system", "item", "count"] as const;

function fill(
  template: string,
  { params }: Pick<ServerInput, "params">,
  { item, count }: AnswerRuleContext,
): string {
  const lastUser = messagesOf(params).findLast(({ role }) => role === "user");
  const system = getOwn(params, "systemPrompt");
  const values: Record<(typeof placeholders)[number], string> = {
    text: lastUser?.texts.join("\n") ?? "",
    system: isText(system) ? system : "",
    item: item ?? "",
    count: String(count + 1),
  };
  return template.replace(
    /\{\{(text|system|item|count)\}\}/g,
    (_, name: (typeof placeholders)[number]) => values[name],
  );
}

/** Inside a JSON text, what replaces a placeholder is written as part of a JSON string. */
function fillJson(
  template: string,
  input: Pick<ServerInput, "params">,
  context: AnswerRuleContext,
): string {
  return template.replace(/\{\{\w+\}\}/g, (name) =>
    JSON.stringify(fill(name, input, context)).slice(1, -1),
  );
}
