/** Runs the cases of a suite with models, and compares what they did with what is expected. */
import { asJsonObject } from "../core/json/jsonObject.ts";
import type { OfferedTool } from "../models/agent/offeredTools.ts";
import type { ToolCallEnd } from "../models/agent/toolResults.ts";
import {
  type Generated,
  runTurn,
  type ToolUse,
  type TurnEnd,
  type TurnLimits,
  type TurnOptions,
} from "../models/agent/turn.ts";
import type { EvalCase, EvalSuite } from "./evalSuite.ts";
import { checkExpectations, type ExpectationResult, type Observed } from "./expectations.ts";

export interface EvalModel {
  readonly name: string;
  readonly generate: TurnOptions<Generated>["generate"];
}

/** One run of a case. */
export interface EvalRun {
  readonly case: EvalCase;
  readonly model: string;
  /** Counts the repeats from 1. */
  readonly repeat: number;
  readonly end: TurnEnd;
  readonly observed: Observed;
  readonly results: readonly ExpectationResult[];
}

export interface RunSuiteOptions {
  readonly suite: EvalSuite;
  readonly models: readonly EvalModel[];
  readonly tools: readonly OfferedTool[];
  /** Overrides the repeats of the suite and of its cases. */
  readonly repeat: number | undefined;
  readonly isDry: boolean;
  readonly maxTokens: number;
  /** They apply to each run; its cost is bounded by the rest of the budget as well. */
  readonly limits: TurnLimits;
  /** Of the whole suite, in the currency of the prices. */
  readonly budget: number | undefined;
  readonly call: (use: ToolUse & { readonly tool: OfferedTool }) => Promise<ToolCallEnd>;
  readonly test: (pattern: string, text: string) => boolean;
  /** Milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onRun: (run: EvalRun) => void;
}

/** Whether a run did what is expected, and was not cut off. */
export function hasPassedEval({ end, results }: EvalRun): boolean {
  const isComplete = end.kind === "answered" || end.kind === "chosen";
  return isComplete && results.every(({ isMet }) => isMet);
}

/** Why the suite ended early. */
export type SuiteEnd = { readonly kind: "complete" | "budget" | "stopped" };

/** Runs each case with each model, one after the other. */
export async function runSuite(options: RunSuiteOptions): Promise<SuiteEnd> {
  const { suite, models, budget, signal } = options;
  let spent = 0;
  for (const one of suite.cases) {
    const repeats = options.repeat ?? one.repeat ?? suite.repeat ?? 1;
    for (const model of models) {
      for (let repeat = 1; repeat <= repeats; repeat++) {
        if (signal.aborted) return { kind: "stopped" };
        if (budget !== undefined && spent >= budget) return { kind: "budget" };
        const rest = budget === undefined ? {} : { cost: budget - spent };
        const run = await runCase(options, one, model, rest);
        spent += run.observed.cost ?? 0;
        options.onRun({ ...run, repeat });
      }
    }
  }
  return { kind: "complete" };
}

async function runCase(
  options: RunSuiteOptions,
  one: EvalCase,
  model: EvalModel,
  rest: Partial<TurnLimits>,
): Promise<Omit<EvalRun, "repeat">> {
  const { suite, isDry, maxTokens, limits, now, signal } = options;
  const startedAt = now();
  const errors = new Set<string>();
  const calls: { id: string; tool: string; input: ToolUse["input"] }[] = [];
  let answer = "";
  const [tokens, costs]: [(number | undefined)[], (number | undefined)[]] = [[], []];
  const turn = runTurn<Generated>({
    messages: [{ role: "user", content: { type: "text", text: one.message } }],
    systemPrompt: one.systemPrompt ?? suite.systemPrompt ?? "",
    maxTokens,
    tools: offered(options.tools, one),
    limits: { ...limits, ...rest },
    isDry,
    signal,
    now,
    generate: model.generate,
    call: options.call,
  });
  let next = await turn.next();
  for (; !next.done; next = await turn.next()) {
    if (next.value.kind === "results") {
      for (const { block } of next.value.results) {
        if (block.isError === true) errors.add(String(block.toolUseId));
      }
      continue;
    }
    const { content, uses, end } = next.value;
    answer = content.map((block) => asJsonObject(block)?.text ?? "").join("");
    calls.push(
      ...uses.map(({ id, name, tool, input }) => ({ id, tool: tool?.name ?? name, input })),
    );
    const { inputTokens, outputTokens } = end.outcome.usage;
    tokens.push(
      inputTokens === undefined || outputTokens === undefined
        ? undefined
        : inputTokens + outputTokens,
    );
    costs.push(end.cost);
  }
  const observed = {
    calls: calls.map(({ id, tool, input }) => ({ tool, input, isError: errors.has(id) })),
    answer,
    tokens: sumOf(tokens),
    cost: sumOf(costs),
    milliseconds: now() - startedAt,
  };
  const results = checkExpectations(one.expect, observed, options.test);
  return { case: one, model: model.name, end: next.value, observed, results };
}

function offered(tools: readonly OfferedTool[], { tools: names }: EvalCase) {
  return names ? tools.filter(({ name }) => names.includes(name)) : tools;
}

/** Undefined if any value is unknown. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}
