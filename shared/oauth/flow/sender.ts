/** Sends the requests of a flow and has their answers judged, all of it for everybody to see. */

import type { Problem } from "../../core/failures/authorizationProblem.ts";
import { repeatedSecrets } from "../../log/bodySecrets.ts";
import { maskText } from "../../log/mask.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import { exchange, secretValues } from "./exchange.ts";
import type { FlowRequest, StepName } from "./flow.ts";
import type { Attempt } from "./flowContext.ts";
import type { StepWriter } from "./flowStore.ts";
import { type Validated, worst } from "./validated.ts";

/** Thrown where the flow is given up in the midst of a step. */
export class FlowCancelled extends Error {}

/** An exchange that can be repeated: whose step it is, and what becomes of its answer. */
export interface KnownAttempt {
  readonly step: StepName;
  /** Sends another request in its place, as a person changed it; what is accepted is the same. */
  again(request: FlowRequest, signal: AbortSignal): Promise<Validated<unknown>>;
}

export interface Sender {
  /**
   * Sends one request of a step, and accepts its answer where it is fine.
   * @param edited whether a person changed the request; no unless given
   * @throws {FlowCancelled} where `signal` ends it
   */
  send<T>(
    step: StepWriter,
    attempt: Attempt<T>,
    signal: AbortSignal,
    edited?: boolean,
  ): Promise<Validated<T>>;
  known(exchangeId: string): KnownAttempt | undefined;
  /** Forgets what is known of earlier exchanges. */
  forget(): void;
}

export function createSender(options: AuthorizationOptions): Sender {
  let attempts = new Map<string, KnownAttempt>();
  const send: Sender["send"] = async <T>(
    step: StepWriter,
    attempt: Attempt<T>,
    signal: AbortSignal,
    edited = false,
  ): Promise<Validated<T>> => {
    const { purpose, request, judge, accept } = attempt;
    const id = options.newId();
    const startedAt = options.clock.now();
    const base = { id, purpose, request, startedAt, edited };
    attempts.set(id, {
      step: step.name,
      again: (changed, until) => send(step, { ...attempt, request: changed }, until, true),
    });
    step.exchange({ ...base, answer: undefined, endedAt: undefined, problems: [] });
    const came = await exchange(options, id, request, signal);
    const endedAt = options.clock.now();
    if (came.kind === "aborted") {
      step.exchange({ ...base, answer: undefined, endedAt, problems: [] });
      throw new FlowCancelled();
    }
    if (came.kind === "failed") {
      const { problem } = came;
      const problems = [{ ...problem, evidence: { ...problem.evidence, purpose } }];
      step.exchange({ ...base, answer: undefined, endedAt, problems });
      return { value: undefined, problems };
    }
    const judged = withoutSecrets(judge(came.answer), [
      ...secretValues(request.body ?? "", request.secrets),
      ...secretValues(came.answer.text, came.answer.secrets),
    ]);
    if (judged.value !== undefined && !worst(judged.problems)) await accept(judged.value);
    step.exchange({ ...base, answer: came.answer, endedAt, problems: judged.problems });
    return judged;
  };
  return {
    send,
    known: (exchangeId) => attempts.get(exchangeId),
    forget() {
      attempts = new Map();
    },
  };
}

/** Servers repeat what they were sent in what they say of an error; evidence is shown and kept. */
function withoutSecrets<T>(judged: Validated<T>, values: readonly string[]): Validated<T> {
  const spans = (text: string) =>
    repeatedSecrets(text, values).toSorted((one, other) => one.start - other.start);
  const problems = judged.problems.map((problem): Problem => {
    const covered = Object.entries(problem.evidence).map(([name, value]) => [
      name,
      typeof value === "string" ? maskText(value, spans(value)) : value,
    ]);
    return { ...problem, evidence: Object.fromEntries(covered) };
  });
  return { ...judged, problems };
}
