/** Runs the cases of a suite with models, and compares what they did with what is expected. */

import { readAppTool } from "../apps/appTool.ts";
import type { JsonObject } from "../core/json/jsonObject.ts";
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
import type { ModelFailure } from "../models/modelFailure.ts";
import { replyText } from "../models/reply/replyText.ts";
import { needsConsent } from "../protocol/toolHints.ts";
import { type EvalServer, toolsOfCase } from "./evalServers.ts";
import {
  type EvalCase,
  type Expectation,
  type RunnableCase,
  type RunnableSuite,
  repeatsOf,
} from "./evalSuite.ts";
import {
  checkExpectations,
  type ExpectationResult,
  type Fits,
  type Observed,
} from "./expectations.ts";
import { type Judgement, judgePrompt, readJudgement } from "./judge.ts";
import { type AnsweredCall, answerFrom, frozenModel, type RecordedRun } from "./transcript.ts";
import type { Passed } from "./wilson.ts";

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
  /** What was said, as messages of `sampling/createMessage`. */
  readonly transcript: readonly JsonObject[];
  readonly judgement?: Judgement;
}

export interface RunSuiteOptions {
  readonly suite: RunnableSuite;
  readonly models: readonly EvalModel[];
  readonly tools: readonly OfferedTool[];
  /** Those that have the tools. */
  readonly servers: readonly EvalServer[];
  /** Overrides the repeats of the suite and of its cases. */
  readonly repeat: number | undefined;
  readonly isDry: boolean;
  readonly maxTokens: number;
  /** They apply to each run; its cost is bounded by the rest of the budget as well. */
  readonly limits: TurnLimits;
  /** Of the whole suite, in the currency of the prices. */
  readonly budget: number | undefined;
  /** Calls a tool that may be called. */
  readonly call: (use: ToolUse & { readonly tool: OfferedTool }) => Promise<ToolCallEnd>;
  /** Tools that are called although they may change data. */
  readonly allowed: readonly string[] | "all";
  /** Answers calls instead of the server. */
  readonly recordedCalls?: readonly AnsweredCall[] | undefined;
  /** Answer instead of the models. */
  readonly frozen?: readonly RecordedRun[] | undefined;
  /** Judges the answers of cases that ask for it. */
  readonly judge?: EvalModel | undefined;
  readonly fits: Fits;
  /** Counts the findings of the lint so far, notes aside. */
  readonly findings?: () => Promise<number>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onBegin?: (run: Pick<EvalRun, "case" | "model" | "repeat">) => void;
  readonly onRun: (run: EvalRun) => void;
}

/** Failures that are what the model did; others, such as of the network, say nothing about it. */
const failuresOfModels: ReadonlySet<ModelFailure["code"]> = new Set([
  "refused",
  "not-finished",
  "malformed-arguments",
]);

/** Whether a run says nothing about the model, because it could not be asked. */
export function wasNotAsked({ end }: Pick<EvalRun, "end">): boolean {
  return end.kind === "failed" && !failuresOfModels.has(end.failure.code);
}

/** Whether a run did what is expected, and was not cut off. */
export function hasPassedEval({ end, results }: EvalRun): boolean {
  const isRefusal = end.kind === "failed" && end.failure.code === "refused";
  const isExpected =
    isRefusal && results.some(({ expectation: { kind }, isMet }) => kind === "refusal" && isMet);
  const isComplete = end.kind === "answered" || end.kind === "chosen" || isExpected;
  return isComplete && results.every(({ isMet }) => isMet);
}

/** Counts the runs in which the model was asked; others are no part of a rate. */
export function countPassed(runs: readonly EvalRun[]): Passed {
  const asked = runs.filter((run) => !wasNotAsked(run));
  return { passed: asked.filter(hasPassedEval).length, count: asked.length };
}

export type EvalRunState = "passed" | "failed" | "could not run";

export function evalRunState(run: EvalRun): EvalRunState {
  return hasPassedEval(run) ? "passed" : wasNotAsked(run) ? "could not run" : "failed";
}

/** Why the suite ended early. */
export type SuiteEnd = { readonly kind: "complete" | "budget" | "stopped" };

/** Runs each case with each model, one after the other. */
export async function runSuite(options: RunSuiteOptions): Promise<SuiteEnd> {
  const { suite, models, budget, signal } = options;
  let spent = 0;
  for (const one of suite.cases) {
    for (const model of models) {
      const repeats = repeatsOf(suite, one, model.name, options.repeat);
      for (let repeat = 1; repeat <= repeats; repeat++) {
        if (signal.aborted) return { kind: "stopped" };
        if (budget !== undefined && spent >= budget) return { kind: "budget" };
        const rest = budget === undefined ? {} : { cost: budget - spent };
        options.onBegin?.({ case: one, model: model.name, repeat });
        const run = await runCase(options, one, model, rest, repeat);
        spent += (run.observed.cost ?? 0) + (run.judgement?.cost ?? 0);
        options.onRun(run);
      }
    }
  }
  return { kind: "complete" };
}

async function runCase(
  options: RunSuiteOptions,
  one: RunnableCase,
  model: EvalModel,
  rest: Partial<TurnLimits>,
  repeat: number,
): Promise<EvalRun> {
  const { suite, isDry, maxTokens, limits, now, signal, frozen } = options;
  const startedAt = now();
  const isChecked = one.expect.some(({ kind }) => kind === "no-finding");
  const countFindings = isChecked ? options.findings : undefined;
  const findingsBefore = await countFindings?.();
  const recorded = frozen?.find(
    (run) => run.case === one.name && run.model === model.name && run.repeat === repeat,
  );
  const fromRecording = options.recordedCalls && answerFrom(options.recordedCalls);
  const generate = frozen ? frozenModel(recorded) : model.generate;
  const calls: { use: ToolUse; isError: boolean }[] = [];
  /** Those that the model got results of, or a skill. */
  const servers = new Set(one.skillServer === undefined ? [] : [one.skillServer]);
  const [tokens, costs]: [(number | undefined)[], (number | undefined)[]] = [[], []];
  const said: JsonObject[] = [];
  let answer = "";
  let waitedMs = 0;
  let end: TurnEnd = { kind: "answered" };
  for (const text of [one.message, ...(one.followUps ?? [])]) {
    said.push({ role: "user", content: { type: "text", text } });
    const turn = runTurn<Generated>({
      messages: [...said],
      systemPrompt: one.systemPrompt ?? suite.systemPrompt ?? "",
      maxTokens,
      tools: toolsOfCase(one, options.tools, options.servers),
      limits: { ...limits, ...rest },
      isDry,
      signal,
      now,
      generate,
      async call(use) {
        if (fromRecording) return fromRecording(use);
        const { tool } = use;
        // a result of another server may have caused the call, and nobody is asked
        const isForeign = [...servers].some((id) => id !== tool.serverId);
        const isByUser = options.allowed === "all" || options.allowed.includes(tool.name);
        if (!isByUser && (isForeign || !isHarmless(tool, one))) return notAllowed;
        const result = await options.call(use);
        servers.add(tool.serverId);
        return result;
      },
    });
    let next = await turn.next();
    for (; !next.done; next = await turn.next()) {
      if (next.value.kind === "results") {
        const blocks = next.value.results.map(({ block }) => block);
        for (const { isError, toolUseId } of blocks) {
          const call = calls.find(({ use }) => use.id === toolUseId);
          if (call && isError === true) call.isError = true;
        }
        said.push({ role: "user", content: blocks });
        continue;
      }
      const { content, uses, end: generated } = next.value;
      answer = replyText({ content });
      calls.push(...uses.map((use) => ({ use, isError: false })));
      said.push({ role: "assistant", content });
      const { inputTokens, outputTokens } = generated.outcome.usage;
      tokens.push(sumKnown([inputTokens, outputTokens]));
      costs.push(generated.cost);
      waitedMs += generated.waitedMs ?? 0;
    }
    end = next.value;
    if (end.kind !== "answered") break;
  }
  const findings = await countFindings?.();
  const failure = end.kind === "failed" ? end.failure : undefined;
  const observed: Observed = {
    calls: [
      ...calls.map(({ use: { name, tool, input }, isError }) => ({
        tool: tool?.name ?? name,
        input,
        isError,
        hasApp: tool !== undefined && hasApp(tool),
      })),
      ...malformedCalls(failure, options.tools),
    ],
    answer,
    refusal: failure?.code === "refused" ? refusalText(failure) : undefined,
    tokens: sumKnown(tokens),
    cost: sumKnown(costs),
    milliseconds: now() - startedAt - waitedMs,
    findings: findings === undefined ? undefined : findings - (findingsBefore ?? 0),
  };
  const expected = isDry ? one.expect.filter(({ kind }) => !afterChoice.has(kind)) : one.expect;
  const results = await checkExpectations(expected, observed, options.fits);
  const judgement = await judge(options, one, observed, end);
  const base = { case: one, model: model.name, repeat, end, observed, results, transcript: said };
  return judgement ? { ...base, judgement } : base;
}

function refusalText({ evidence }: ModelFailure<"refused">): string {
  return [evidence.reason, evidence.message].filter(Boolean).join(": ");
}

/** The call whose arguments are not a JSON object, which ends the turn. */
function malformedCalls(
  failure: ModelFailure | undefined,
  tools: readonly OfferedTool[],
): Observed["calls"] {
  if (failure?.code !== "malformed-arguments") return [];
  const { tool: offered, text: malformed } = failure.evidence;
  const tool = tools.find(({ offeredName }) => offeredName === offered)?.name ?? offered;
  return [{ tool, input: {}, malformed, isError: true, hasApp: false }];
}

/** What is known only after a call: a dry run ends with the first choice. */
const afterChoice: ReadonlySet<Expectation["kind"]> = new Set([
  "answer-contains",
  "answer-matches",
  "in-order",
  "shows-app",
]);

const notAllowed: ToolCallEnd = { kind: "none", text: "This run does not allow the call." };

/** A suite may come from anyone: it allows only tools that say that they destroy nothing. */
function isHarmless({ name, definition }: OfferedTool, { allow = [] }: EvalCase): boolean {
  const isAllowed = allow.includes(name) && !needsConsent(definition, "recording");
  return isAllowed || !needsConsent(definition, "foreign");
}

async function judge(
  { judge: model, maxTokens, isDry }: RunSuiteOptions,
  one: EvalCase,
  observed: Observed,
  end: TurnEnd,
): Promise<Judgement | undefined> {
  if (!model || one.judge === undefined || isDry || end.kind !== "answered") return undefined;
  const prompt = judgePrompt(one, observed);
  const content = { type: "text", text: prompt };
  const params = { messages: [{ role: "user", content }], maxTokens };
  const { outcome, cost } = await model.generate(params, maxTokens);
  return readJudgement(prompt, outcome.kind === "reply" ? outcome.reply : undefined, cost);
}

/** Whether results of a tool are shown in an app. */
function hasApp({ definition }: OfferedTool): boolean {
  return readAppTool(definition).resourceUri !== undefined;
}

/** The sum; undefined if any value is. */
export function sumKnown(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}
