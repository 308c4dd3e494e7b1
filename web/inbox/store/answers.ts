/** Decides who answers a request from a server: the settings, a rule of the user, or the user. */

import type { Rule } from "../../../shared/client/input/answerRule.ts";
import type {
  AnswerInput,
  InputAnswer,
  ServerInput,
} from "../../../shared/client/input/serverInput.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import {
  type DeclaredBy,
  isDeclared,
  withheldPart,
} from "../../../shared/protocol/clientCapabilities.ts";
import { selectionOf } from "../../calls/store/drafts.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { causeOf } from "./causeOf.ts";
import type { Asker, Inbox } from "./inbox.ts";
import { countOn, isUsable, type RulesStore } from "./rulesStore.ts";

/**
 * Answers with a configured model, without the user.
 * @param isOn whether the rule is still switched on; checked again if other requests were answered
 * first
 * @returns undefined if the model could not answer: then the user is asked
 */
export type AnswerByModel = (
  asker: Asker,
  input: ServerInput,
  modelId: string,
  isOn: () => boolean,
) => Promise<InputAnswer | undefined>;

export interface AnswersOptions {
  readonly inbox: Inbox;
  readonly rules: RulesStore;
  readonly runs: Runs;
  readonly clock: Clock;
  readonly answerByModel: AnswerByModel;
  /** The answer of a recording that is being replayed; undefined if there is none. */
  readonly recordedAnswer?: (serverId: string, input: ServerInput) => InputAnswer | undefined;
}

/**
 * Creates the function that answers the requests of one connection.
 * @param declared returns the capabilities declared to the server, at the time of each request
 * @param asker returns the server that asks
 */
export function createAnswers(
  options: AnswersOptions,
  declared: () => DeclaredBy,
  asker: () => Asker,
): AnswerInput {
  const { inbox, rules, runs, clock, answerByModel } = options;

  const applyRule = async (from: Asker, input: ServerInput): Promise<InputAnswer | undefined> => {
    // loaded on demand: most connections have no rules
    const { findRule, composeRuleAnswer } = await import(
      "../../../shared/client/input/applyRule.ts"
    );
    const { serverId } = from;
    const cause = causeOf(runs.getState(), { serverId, input });
    const item = cause === undefined ? undefined : selectionOf(cause).name;
    const usable = (rule: Rule) => isUsable(rules.getState(), serverId, rule);
    const rule = findRule(rules.getState().rules, usable, input, item);
    if (!rule) return undefined;
    const count = rules.getState().on.get(serverId)?.get(rule.id) ?? 0;
    rules.count(serverId, rule.id);
    await wait(clock, rule.delayMs, input.signal);
    const isOn = () => rules.getState().on.get(serverId)?.has(rule.id) ?? false;
    // the user may have switched it off meanwhile
    if (!isOn()) return undefined;
    const { answer } = rule;
    return answer.kind === "model"
      ? answerByModel(from, input, answer.modelId, isOn)
      : composeRuleAnswer(answer, input, { item, count });
  };

  return (input) => {
    const state = declared();
    if (!isDeclared(state, input)) return undefined;
    const part = withheldPart(state, input);
    if (part !== undefined) {
      const error = { code: -32602, message: `The client did not declare ${part}` };
      return Promise.resolve({ kind: "error", text: JSON.stringify(error) });
    }
    if (input.method === "roots/list") {
      const text = JSON.stringify({ roots: state.roots.map((uri) => ({ uri })) });
      return Promise.resolve({ kind: "result", text });
    }
    const from = asker();
    const recorded = options.recordedAnswer?.(from.serverId, input);
    if (recorded) return Promise.resolve(recorded);
    const askUser = () => {
      input.onPerson?.();
      return inbox.ask(from, input);
    };
    if (countOn(rules.getState(), from.serverId) === 0) return askUser();
    return applyRule(from, input).then((answer) => answer ?? askUser());
  };
}

/** Waits, unless the request is withdrawn. */
function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = clock.after(ms, resolve);
    signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
