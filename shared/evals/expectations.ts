/** Decides whether a run of a case did what is expected of it. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { sameJson } from "../core/json/sameJson.ts";
import type { Expectation } from "./evalSuite.ts";

/** What happened in one run. */
export interface Observed {
  readonly calls: readonly ObservedCall[];
  /** Of the lint, in the messages of the run; undefined if it has not run. */
  readonly findings: number | undefined;
  /** The text of the last reply. */
  readonly answer: string;
  /** Why the model or a filter refused; absent if neither did. */
  readonly refusal?: string | undefined;
  /** Of all requests; undefined where the provider reports none. */
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
  /** Without waiting that a provider asked for. */
  readonly milliseconds: number;
}

interface ObservedCall {
  /** As the server names it; the offered name if there is no such tool. */
  readonly tool: string;
  readonly input: JsonObject;
  /** Its arguments where they are not a JSON object; `input` is empty then, and nothing was called. */
  readonly malformed?: string;
  readonly isError: boolean;
  /** Whether the tool has an app, which its result is shown in. */
  readonly hasApp: boolean;
}

export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly isMet: boolean;
  /** What was there instead. */
  readonly found: string;
}

/** Whether a value fits a schema; patterns may take forever, so the caller limits the time. */
export type Fits = (schema: JsonObject, value: unknown) => boolean | Promise<boolean>;

export function checkExpectations(
  expectations: readonly Expectation[],
  observed: Observed,
  fits: Fits,
): Promise<readonly ExpectationResult[]> {
  return Promise.all(
    expectations.map(async (expectation) => ({
      expectation,
      isMet: await isMet(expectation, observed, fits),
      found: foundText(expectation, observed),
    })),
  );
}

async function isMet(expectation: Expectation, observed: Observed, fits: Fits): Promise<boolean> {
  const { calls, answer } = observed;
  const names = calls.map(({ tool }) => tool);
  switch (expectation.kind) {
    case "called": {
      const { tool, arguments: wanted, match } = expectation;
      return calls.some(
        (call) =>
          call.tool === tool &&
          call.malformed === undefined &&
          (wanted === undefined ||
            (match === "equals" ? sameJson(call.input, wanted) : contains(call.input, wanted))),
      );
    }
    case "arguments-fit": {
      const { tool, schema } = expectation;
      const inputs = calls
        .filter((call) => call.tool === tool && call.malformed === undefined)
        .map(({ input }) => input);
      const fitting = await Promise.all(inputs.map((input) => fits(schema, input)));
      return fitting.includes(true);
    }
    case "not-called":
      return !names.includes(expectation.tool);
    case "first":
      return names[0] === expectation.tool;
    case "only":
      return names.length > 0 && names.every((each) => each === expectation.tool);
    case "in-order":
      return isInOrder(names, expectation.tools);
    case "no-calls":
      return names.length === 0;
    case "refusal":
      return (
        observed.refusal !== undefined && includesText(observed.refusal, expectation.text ?? "")
      );
    case "no-error":
      return calls.every(({ isError }) => !isError);
    case "no-finding":
      return observed.findings === 0;
    case "shows-app":
      return calls.some(({ hasApp, isError }) => hasApp && !isError);
    case "answer-contains":
      return includesText(answer, expectation.text);
    case "answer-matches":
      return fits({ type: "string", pattern: expectation.pattern }, answer);
    case "at-most":
      return isWithin(expectation, observed);
  }
}

function includesText(found: string, wanted: string): boolean {
  return found.toLowerCase().includes(wanted.toLowerCase());
}

/** What the provider does not report cannot be shown to be within a limit. */
function isWithin(limit: Expectation & { kind: "at-most" }, observed: Observed): boolean {
  if ("calls" in limit) return observed.calls.length <= limit.calls;
  if ("tokens" in limit) return observed.tokens !== undefined && observed.tokens <= limit.tokens;
  if ("cost" in limit) return observed.cost !== undefined && observed.cost <= limit.cost;
  return observed.milliseconds <= limit.milliseconds;
}

function isInOrder(names: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const name of names) if (name === wanted[at]) at++;
  return at === wanted.length;
}

/** Members that are expected have to be there; others may be. Texts are compared without case and outer spaces. */
function contains(found: unknown, wanted: unknown): boolean {
  if (typeof found === "string" && typeof wanted === "string") {
    return found.trim().toLowerCase() === wanted.trim().toLowerCase();
  }
  if (!isJsonObject(wanted)) return sameJson(found, wanted);
  return Object.entries(wanted).every(([key, value]) => contains(getOwn(found, key), value));
}

function foundText(expectation: Expectation, observed: Observed): string {
  switch (expectation.kind) {
    case "answer-contains":
    case "answer-matches":
      return observed.answer.slice(0, 500);
    case "refusal":
      return observed.refusal ?? "no refusal";
    case "no-finding":
      return String(observed.findings ?? "not checked");
    case "at-most": {
      if ("tokens" in expectation) return String(observed.tokens ?? "not reported");
      if ("cost" in expectation) return String(observed.cost ?? "not known");
      if ("milliseconds" in expectation) return String(Math.round(observed.milliseconds));
      return String(observed.calls.length);
    }
    default: {
      const calls = observed.calls.map(
        ({ tool, input, malformed }) => `${tool} ${malformed ?? JSON.stringify(input)}`,
      );
      return calls.length > 0 ? calls.join(", ").slice(0, 500) : "no call";
    }
  }
}
