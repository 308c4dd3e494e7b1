/** Defines the rules that answer requests from servers, and reads them from a file. */
import { getOwn } from "../../core/json/getOwn.ts";

/** Which requests a rule answers; a missing member matches everything. */
export interface RuleMatch {
  readonly method: "sampling/createMessage" | "elicitation/create";
  /** The exact name of the tool, prompt or resource whose call caused the request. */
  readonly item?: string;
  /** Part of any text of the request, in any case. */
  readonly text?: string;
  /** Part of the name in a hint of the model preferences, in any case. */
  readonly hint?: string;
}

export type RuleAnswer =
  /** A sampling result with this text, in which placeholders are replaced. */
  | { readonly kind: "text"; readonly text: string; readonly model: string }
  /** A whole result as JSON text, in which placeholders are replaced. */
  | { readonly kind: "result"; readonly text: string }
  | { readonly kind: "decline" }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
  /** A text that need not be valid JSON, to test how the server handles it. */
  | { readonly kind: "malformed"; readonly text: string }
  /** The answer of a configured model, or of the one that matches the server's preferences best. */
  | { readonly kind: "model"; readonly modelId: string };

export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly match: RuleMatch;
  readonly answer: RuleAnswer;
  /** Delay in milliseconds before the answer is sent. */
  readonly delayMs: number;
  /** How many requests it answers while it is switched on; then the user is asked. */
  readonly limit: number;
}

/** Instead of a model's id: the server's preferences choose among the configured models. */
export const byPreferences = "";

export const defaultRuleLimit = 100;
const maxDelayMs = 600_000;
/** Rules of all files and of the user. */
export const maxRules = 500;
const maxNameLength = 200;
/** UTF-16 code units of a text that a request is searched for. */
const maxMatchLength = 1000;
/** UTF-16 code units of an answer. */
const maxAnswerLength = 500_000;

/** The format marker of an exported file. */
const rulesFormat = "mcp-playground-rules/1";

/** The text of a file that holds rules. */
export function formatRules(rules: readonly Rule[]): string {
  const exported = rules.map(({ id: _, ...rule }) => rule);
  return `${JSON.stringify({ format: rulesFormat, rules: exported }, undefined, 2)}\n`;
}

export type ReadRules =
  | { readonly kind: "rules"; readonly rules: readonly Rule[] }
  | { readonly kind: "refused"; readonly code: "not-json" | "other-format" | "too-many" }
  /** @param index position of the rule that could not be read, from 0 */
  | { readonly kind: "refused"; readonly code: "bad-rule"; readonly index: number };

/**
 * Reads a file of rules; unknown members are dropped.
 * @param newId creates an id: ids of a file are not kept, because they could replace other rules
 * @param known how many rules there are already
 */
export function parseRules(text: string, newId: () => string, known: number): ReadRules {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "refused", code: "not-json" };
  }
  const list = getOwn(value, "rules");
  if (getOwn(value, "format") !== rulesFormat || !Array.isArray(list)) {
    return { kind: "refused", code: "other-format" };
  }
  if (known + list.length > maxRules) return { kind: "refused", code: "too-many" };
  const rules: Rule[] = [];
  for (const [index, entry] of list.entries()) {
    const rule = readRule(entry, newId());
    if (!rule || isTooLong(rule)) return { kind: "refused", code: "bad-rule", index };
    rules.push(rule);
  }
  return { kind: "rules", rules };
}

/** Validates one rule of untrusted JSON; undefined if it is invalid. */
export function readRule(value: unknown, id: string): Rule | undefined {
  const match = readMatch(getOwn(value, "match"));
  const answer = readAnswer(getOwn(value, "answer"));
  const name = getOwn(value, "name");
  if (!match || !answer || typeof name !== "string") return undefined;
  return {
    id,
    name: name.slice(0, maxNameLength),
    match,
    answer,
    delayMs: numberIn(getOwn(value, "delayMs"), 0, maxDelayMs, 0),
    limit: numberIn(getOwn(value, "limit"), 1, 100_000, defaultRuleLimit),
  };
}

/** Each request of a server is compared with the match, and each answer is composed from the text. */
function isTooLong({ match, answer }: Rule): boolean {
  const isLonger = (most: number) => (part: unknown) => String(part).length > most;
  return (
    Object.values(match).some(isLonger(maxMatchLength)) ||
    Object.values(answer).some(isLonger(maxAnswerLength))
  );
}

function readMatch(value: unknown): RuleMatch | undefined {
  const method = getOwn(value, "method");
  if (method !== "sampling/createMessage" && method !== "elicitation/create") return undefined;
  return {
    method,
    ...optionalText(value, "item"),
    ...optionalText(value, "text"),
    ...optionalText(value, "hint"),
  };
}

function optionalText<K extends string>(value: unknown, key: K): { readonly [P in K]?: string } {
  const found = getOwn(value, key);
  return typeof found === "string" && found !== ""
    ? ({ [key]: found } as { [P in K]?: string })
    : {};
}

function readAnswer(value: unknown): RuleAnswer | undefined {
  const kind = getOwn(value, "kind");
  const text = getOwn(value, "text");
  if (kind === "decline") return { kind };
  if ((kind === "result" || kind === "malformed") && typeof text === "string") {
    return { kind, text };
  }
  if (kind === "text" && typeof text === "string") {
    const model = getOwn(value, "model");
    return { kind, text, model: typeof model === "string" ? model : "rule" };
  }
  const [code, message, modelId] = ["code", "message", "modelId"].map((key) => getOwn(value, key));
  if (kind === "error" && Number.isInteger(code) && typeof message === "string") {
    return { kind, code: code as number, message };
  }
  return kind === "model" && typeof modelId === "string" ? { kind, modelId } : undefined;
}

function numberIn(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : otherwise;
}
