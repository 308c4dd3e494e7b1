/** The models of `eval`, with their keys from the environment. */
import { systemClock } from "../../../shared/core/clock.ts";
import type { EvalModel } from "../../../shared/evals/runSuite.ts";
import { waitingModel } from "../../../shared/evals/waitingModel.ts";
import { scriptedReply } from "../../../shared/models/agent/scriptedModel.ts";
import { createModel } from "../../../shared/models/createModel.ts";
import type { ModelOutcome } from "../../../shared/models/model.ts";
import { costOf } from "../../../shared/models/price.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import type { EvalArguments, ModelName } from "../arguments/evalArguments.ts";
import { CommandError, exitCodes } from "../exitCode.ts";

type WantedModels = Pick<
  EvalArguments,
  "models" | "judge" | "baseUrl" | "price" | "maxTokens" | "wait" | "frozen"
>;

/** The variables that hold a provider's key; the first that is set counts. */
const keyVariables = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
} as const;

/**
 * @returns the models, the judge, and the keys that must not be printed
 * @throws CommandError if a key is missing
 */
export function evalModels(
  wanted: WantedModels,
  waiting: Pick<Parameters<typeof waitingModel>[1], "signal" | "onWait">,
): {
  readonly models: readonly EvalModel[];
  readonly judge: EvalModel | undefined;
  readonly keys: readonly string[];
} {
  const keys: string[] = [];
  const modelOf = (name: ModelName): EvalModel => {
    if (name.provider === "scripted") return scripted;
    const key = keyOf(name.provider, wanted.baseUrl !== undefined);
    if (key !== undefined) keys.push(key);
    const maxMs = wanted.wait * 1000;
    return waitingModel(providerModel(name, key, wanted), {
      ...waiting,
      clock: systemClock,
      maxMs,
    });
  };
  // the answers of frozen models are in a file
  const models = wanted.models.map(
    wanted.frozen === undefined ? modelOf : (name) => ({ ...scripted, name: nameText(name) }),
  );
  return { models, judge: wanted.judge && modelOf(wanted.judge), keys };
}

function keyOf(provider: keyof typeof keyVariables, isOptional: boolean): string | undefined {
  const variables = keyVariables[provider];
  const key = variables.map((variable) => process.env[variable]).find(Boolean);
  // a local server may need none
  if (key !== undefined || isOptional) return key;
  throw new CommandError(
    `${provider} needs a key: set ${variables.join(" or ")} in the environment.`,
    exitCodes.couldNotRun,
  );
}

function providerModel(
  { provider, model }: ModelName,
  key: string | undefined,
  { baseUrl, price, maxTokens }: WantedModels,
): EvalModel {
  const created = createModel({
    provider: provider as Exclude<ModelName["provider"], "scripted">,
    model,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(key !== undefined && { key }),
    fetch,
    clock: systemClock,
  });
  return {
    name: nameText({ provider, model }),
    async generate(params) {
      const limits = { maxTokens, timeMs: 600_000, replyBytes: 64_000_000 };
      const outcome = await created.generate(params, { revision: latest.modern, limits });
      return { outcome, cost: costOf(outcome.usage, price) };
    },
  };
}

function nameText({ provider, model }: ModelName): string {
  return provider === "scripted" ? provider : `${provider}:${model}`;
}

const nothingUsed = { inputTokens: 0, outputTokens: 0 };

const scripted: EvalModel = {
  name: "scripted",
  async generate(params) {
    const outcome: ModelOutcome = {
      kind: "reply",
      reply: scriptedReply(params),
      notes: [],
      usage: nothingUsed,
      finishReason: undefined,
      stopSequence: undefined,
      elapsedMs: 0,
      firstDeltaMs: undefined,
    };
    return { outcome, cost: 0 };
  },
};
