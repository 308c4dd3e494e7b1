/** Evaluates the assertions of a saved call. */

import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { pointerNames } from "../core/json/pointer.ts";
import { sameJson } from "../core/json/sameJson.ts";
import { shortened } from "../core/text/shortened.ts";
import type { Verdict } from "../schema/validate/validate.ts";
import type { Assertion, Variables } from "./collection.ts";
import type { Comparison } from "./compare/compareAnswers.ts";
import { substituteJson } from "./substitute.ts";

/** What a call returned. */
export type Answered = {
  /** Milliseconds that the whole call took. */
  readonly ms: number;
  /** JSON text: `{"result":…}` or `{"error":…}`. */
  readonly text: string;
} & (
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "error"; readonly code: number; readonly message: string }
);

/** Why an assertion does not hold. */
export type CheckProblem =
  | { readonly code: "error"; readonly error: number; readonly message: string }
  /** A tool result with `isError`. */
  | { readonly code: "tool-error"; readonly text: string }
  | { readonly code: "did-not-fail" }
  | { readonly code: "no-output-schema" | "no-structured-content" }
  | { readonly code: "does-not-fit"; readonly problems: number; readonly at: string }
  | { readonly code: "not-checked" }
  | { readonly code: "missing"; readonly at: string }
  /** JSON texts. */
  | { readonly code: "differs" | "not-contained"; readonly found: string; readonly wanted: string }
  /** The answer differs from the one it has to be the same as. */
  | { readonly code: "changed" }
  | { readonly code: "too-slow"; readonly ms: number; readonly limit: number }
  | { readonly code: "unknown-variables"; readonly names: readonly string[] }
  | { readonly code: "value-not-json" | "value-too-long" };

export interface CheckResult {
  readonly assertion: Assertion | { readonly kind: "succeeds" };
  /** Undefined if the assertion holds. */
  readonly problem?: CheckProblem;
  /** What is different, for `same`. */
  readonly comparison?: Comparison;
}

export interface CheckOptions {
  readonly variables: Variables;
  readonly outputSchema: unknown;
  /** Checks JSON text; a pattern of an untrusted schema may take forever. */
  readonly validate: (schema: unknown, text: string) => Promise<Verdict>;
  /**
   * Compares two answers, JSON texts; what is ignored are times, ids and what the rules say. Rules
   * may take forever as well.
   */
  readonly compare: (
    before: string,
    after: string,
    rules: readonly string[],
  ) => Promise<Comparison>;
  /** Masks secrets in a text of a problem, before it is shortened. */
  readonly mask?: ((text: string) => string) | undefined;
}

/** Characters of a value in a problem. */
const maxValueLength = 500;

/**
 * Evaluates every assertion; success of the call is one of them unless it is expected to fail, or to
 * be answered as it was.
 */
export async function checkAssertions(
  answered: Answered,
  assertions: readonly Assertion[],
  options: CheckOptions,
): Promise<readonly CheckResult[]> {
  const mayFail = assertions.some(({ kind }) => kind === "fails" || kind === "same");
  const failure = failureOf(answered, options);
  const results: CheckResult[] = mayFail ? [] : [resultOf({ kind: "succeeds" }, failure)];
  for (const assertion of assertions) {
    results.push(
      assertion.kind === "same"
        ? await compared(assertion, answered, options)
        : resultOf(assertion, await problemOf(assertion, answered, failure, options)),
    );
  }
  return results;
}

function resultOf(
  assertion: CheckResult["assertion"],
  problem: CheckProblem | undefined,
): CheckResult {
  return problem ? { assertion, problem } : { assertion };
}

async function compared(
  assertion: Extract<Assertion, { kind: "same" }>,
  { text }: Answered,
  { variables, compare }: CheckOptions,
): Promise<CheckResult> {
  const { valueText, except } = assertion;
  // an answer without variables can be large, and is not taken apart for them
  const wanted = valueText.includes("{{") ? wantedText(valueText, variables) : { text: valueText };
  if ("code" in wanted) return { assertion, problem: wanted };
  const comparison = await compare(wanted.text, text, except);
  return { assertion, comparison, ...(!comparison.isSame && { problem: { code: "changed" } }) };
}

function failureOf(answered: Answered, options: CheckOptions): CheckProblem | undefined {
  if (answered.kind === "error") {
    return { code: "error", error: answered.code, message: cut(answered.message, options) };
  }
  if (getOwn(answered.value, "isError") !== true) return undefined;
  const content = getOwn(answered.value, "content");
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = getOwn(first, "text");
  return { code: "tool-error", text: typeof text === "string" ? cut(text, options) : "" };
}

async function problemOf(
  assertion: Exclude<Assertion, { kind: "same" }>,
  answered: Answered,
  failure: CheckProblem | undefined,
  options: CheckOptions,
): Promise<CheckProblem | undefined> {
  switch (assertion.kind) {
    case "fails":
      return failure ? undefined : { code: "did-not-fail" };
    case "faster-than":
      return answered.ms < assertion.ms
        ? undefined
        : { code: "too-slow", ms: answered.ms, limit: assertion.ms };
    case "fits-output-schema":
      return schemaProblem(answered, options);
    case "equals":
    case "contains":
      return valueProblem(assertion, answered, options);
  }
}

async function schemaProblem(
  answered: Answered,
  { outputSchema, validate }: CheckOptions,
): Promise<CheckProblem | undefined> {
  if (!isJsonObject(outputSchema)) return { code: "no-output-schema" };
  const value =
    answered.kind === "result" ? getOwn(answered.value, "structuredContent") : undefined;
  if (value === undefined) return { code: "no-structured-content" };
  const verdict = await validate(outputSchema, JSON.stringify(value));
  if (verdict.kind !== "checked") return { code: "not-checked" };
  const [first] = verdict.problems;
  return first && { code: "does-not-fit", problems: verdict.problems.length, at: first.pointer };
}

function valueProblem(
  { kind, at, valueText }: Extract<Assertion, { at: string }>,
  answered: Answered,
  options: CheckOptions,
): CheckProblem | undefined {
  const substituted = wantedText(valueText, options.variables);
  if ("code" in substituted) return substituted;
  const wanted: unknown = JSON.parse(substituted.text);
  const found = answered.kind === "result" ? valueAt(answered.value, at) : undefined;
  if (found === undefined) return { code: "missing", at };
  const isMet = kind === "equals" ? sameJson(found, wanted) : containsJson(found, wanted);
  if (isMet) return undefined;
  return {
    code: kind === "equals" ? "differs" : "not-contained",
    found: cut(JSON.stringify(found), options),
    wanted: cut(substituted.text, options),
  };
}

/** An expected value with the values of its variables, or why it has none. */
function wantedText(
  valueText: string,
  variables: Variables,
): { readonly text: string } | CheckProblem {
  const substituted = substituteJson(valueText, variables);
  switch (substituted.kind) {
    case "text":
      return substituted;
    case "not-json":
      return { code: "value-not-json" };
    case "too-long":
      return { code: "value-too-long" };
    case "unknown-variables":
      return { code: "unknown-variables", names: substituted.names };
  }
}

function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const name of pointerNames(pointer)) {
    if (Array.isArray(found)) found = /^\d{1,9}$/.test(name) ? found[Number(name)] : undefined;
    else found = getOwn(found, name);
  }
  return found;
}

/** A text contains a text, an array an equal item, an object equal or contained members. */
function containsJson(found: unknown, wanted: unknown): boolean {
  if (typeof found === "string") return typeof wanted === "string" && found.includes(wanted);
  if (Array.isArray(found)) {
    const items: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    return items.every((item) =>
      found.some(
        (each) => sameJson(each, item) || (isJsonObject(each) && containsJson(each, item)),
      ),
    );
  }
  if (!isJsonObject(found)) return sameJson(found, wanted);
  if (!isJsonObject(wanted)) return false;
  return Object.entries(wanted).every(([name, value]) => {
    const own = getOwn(found, name);
    return own !== undefined && (sameJson(own, value) || containsJson(own, value));
  });
}

function cut(text: string, { mask = (whole) => whole }: CheckOptions): string {
  return shortened(mask(text), maxValueLength);
}
