/** Sends the requests of a flow, validates the responses and records both in the flow store. */

import { repeatedSecrets } from "../../log/bodySecrets.ts";
import { maskText } from "../../log/mask.ts";
import type { AuthorizationProblem } from "../../protocol/failures/authorizationProblem.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import { exchange, secretValues } from "./exchange.ts";
import type { FlowRequest, StepName } from "./flow.ts";
import type { Attempt } from "./flowContext.ts";
import type { StepWriter } from "./flowStore.ts";
import { findViolation, type Validated } from "./validated.ts";

/** Thrown where the flow is cancelled during a step. */
export class FlowCancelled extends Error {}

/** An exchange that can be sent again. */
interface RepeatableAttempt {
  readonly step: StepName;
  /** Sends an edited request; its response is validated and accepted in the same way. */
  resend(request: FlowRequest, signal: AbortSignal): Promise<Validated<unknown>>;
}

export type Sender = ReturnType<typeof createSender>;

/** Creates the sender of one flow after the other; it remembers the exchanges of the latest. */
export function createSender(options: AuthorizationOptions) {
  let attempts = new Map<string, RepeatableAttempt>();
  /**
   * Sends one request of a step and accepts the response where it has no violation.
   * @param edited whether the user edited the request
   * @throws {FlowCancelled} when `signal` aborts
   */
  const send = async <T>(
    step: StepWriter,
    attempt: Attempt<T>,
    signal: AbortSignal,
    edited = false,
  ): Promise<Validated<T>> => {
    const { purpose, request, validate, accept } = attempt;
    const id = options.newId();
    const startedAt = options.clock.now();
    const base = { id, purpose, request, startedAt, edited };
    attempts.set(id, {
      step: step.name,
      resend: (changed, until) => send(step, { ...attempt, request: changed }, until, true),
    });
    step.exchange({ ...base, answer: undefined, endedAt: undefined, problems: [] });
    const result = await exchange(options, id, request, signal);
    const endedAt = options.clock.now();
    if (result.kind === "aborted") {
      step.exchange({ ...base, answer: undefined, endedAt, problems: [] });
      throw new FlowCancelled();
    }
    if (result.kind === "failed") {
      const { problem } = result;
      const problems = [{ ...problem, evidence: { ...problem.evidence, purpose } }];
      step.exchange({ ...base, answer: undefined, endedAt, problems });
      return { value: undefined, problems };
    }
    const validated = maskProblems(validate(result.answer), [
      ...secretValues(request.body ?? "", request.secrets),
      ...secretValues(result.answer.text, result.answer.secrets),
    ]);
    if (validated.value !== undefined && !findViolation(validated.problems))
      await accept(validated.value);
    step.exchange({ ...base, answer: result.answer, endedAt, problems: validated.problems });
    return validated;
  };
  return {
    send,
    attemptOf: (exchangeId: string) => attempts.get(exchangeId),
    /** Forgets all exchanges. */
    forget() {
      attempts = new Map();
    },
  };
}

/** Masks secrets in evidence, which is shown and stored: error descriptions often repeat what was sent. */
function maskProblems<T>(validated: Validated<T>, values: readonly string[]): Validated<T> {
  const spans = (text: string) =>
    repeatedSecrets(text, values).toSorted((one, other) => one.start - other.start);
  const problems = validated.problems.map((problem): AuthorizationProblem => {
    const masked = Object.entries(problem.evidence).map(([name, value]) => [
      name,
      typeof value === "string" ? maskText(value, spans(value)) : value,
    ]);
    return { ...problem, evidence: Object.fromEntries(masked) };
  });
  return { ...validated, problems };
}
