/** Answers sampling requests with a model without the user, within limits. */

import { byPreferences } from "../../../shared/client/input/answerRule.ts";
import type { InputAnswer, ServerInput } from "../../../shared/client/input/serverInput.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { createSerialTasks } from "../../../shared/core/serialTasks.ts";
import { chooseModel } from "../../../shared/models/chooseModel.ts";
import type { AnswerByModel } from "../../inbox/store/answers.ts";
import type { ModelsStore } from "./models.ts";
import type { GenerationEnd, RunModel } from "./runModel.ts";
import type { LimitReason, LimitsStore, Planned } from "./spendingLimits.ts";

/** Why a model did not answer, so that the user is asked. */
export type Unanswered =
  | { readonly kind: "no-model" }
  | { readonly kind: "limit"; readonly reason: LimitReason }
  | { readonly kind: "failed"; readonly model: string; readonly end: GenerationEnd };

export interface ModelAnswers {
  readonly answer: AnswerByModel;
  /** Why a model did not answer this request; undefined if none was asked to. */
  whyUnanswered(input: ServerInput): Unanswered | undefined;
}

interface ModelAnswersOptions {
  readonly models: ModelsStore;
  readonly limits: LimitsStore;
  readonly run: RunModel;
  /** The revision of a connection record. */
  readonly revision: (serverId: string) => string;
}

/** A cautious estimate: most texts have more characters per token, base64 data has fewer. */
const charactersPerToken = 3;

export function createModelAnswers(options: ModelAnswersOptions): ModelAnswers {
  const { models, limits, run, revision } = options;
  const unanswered = new WeakMap<ServerInput, Unanswered>();
  /** One answer for a server at a time, so that the limits are exact. */
  const tasks = createSerialTasks();

  const answerOne = async (
    serverId: string,
    input: ServerInput,
    modelId: string,
    isOn: () => boolean,
  ): Promise<InputAnswer | undefined> => {
    const { params, signal } = input;
    if (signal.aborted || !isOn()) return undefined;
    const leave = (why: Unanswered) => {
      unanswered.set(input, why);
      return undefined;
    };
    const { models: all } = models.getState();
    const model =
      modelId === byPreferences
        ? chooseModel(getOwn(params, "modelPreferences"), all).chosen
        : all.find(({ id }) => id === modelId);
    if (!model) return leave({ kind: "no-model" });
    const planned: Planned = {
      inputTokens: Math.ceil(input.text.length / charactersPerToken),
      turns: toolTurnsOf(params),
    };
    const admission = limits.admit(serverId, planned);
    if (admission.kind === "refused") return leave({ kind: "limit", reason: admission.reason });
    const { maxTokens } = admission;
    const bounded = withMaxTokens(params, maxTokens);
    const end = await run(model, bounded, {
      // by a rule, not because the user wanted this answer
      initiator: { kind: "engine" },
      answers: input.seq,
      revision: revision(serverId),
      signal,
      maxTokens,
    });
    const { outcome } = end;
    const asked = Math.min(maxTokens, Number(getOwn(bounded, "maxTokens")) || maxTokens);
    // without reported tokens and without a started answer, nothing was generated
    const isUnused = outcome.kind === "failed" && !outcome.partial;
    const usage = isUnused
      ? {
          inputTokens: outcome.usage.inputTokens ?? 0,
          outputTokens: outcome.usage.outputTokens ?? 0,
        }
      : outcome.usage;
    limits.settle(serverId, planned, asked, usage);
    if (outcome.kind === "failed") return leave({ kind: "failed", model: model.name, end });
    return { kind: "result", text: JSON.stringify(outcome.reply) };
  };

  return {
    answer({ serverId }, input, modelId, isOn) {
      return tasks.run(serverId, () => answerOne(serverId, input, modelId, isOn));
    },
    whyUnanswered: (input) => unanswered.get(input),
  };
}

/** How many messages of a conversation use tools: each is a turn of the loop that the server runs. */
export function toolTurnsOf(params: unknown): number {
  const messages = getOwn(params, "messages");
  return (Array.isArray(messages) ? messages : []).filter((message) => {
    const content = getOwn(message, "content");
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
    return blocks.some((block) => getOwn(block, "type") === "tool_use");
  }).length;
}

/** A request without a usable maximum would be answered without one. */
function withMaxTokens(params: unknown, maxTokens: number): unknown {
  const asked = getOwn(params, "maxTokens");
  if (!isJsonObject(params) || (typeof asked === "number" && asked > 0)) return params;
  return { ...params, maxTokens };
}
