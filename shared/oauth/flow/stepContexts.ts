/** Creates the context of each step: sending requests, asking the user, cancellation. */

import { errorMessage } from "../../core/text/errorMessage.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import type { Dpop } from "../crypto/dpop.ts";
import type { AuthorizationQuestion } from "../userPrompts.ts";
import type { StepContext } from "./flowContext.ts";
import type { StepWriter } from "./flowStore.ts";
import { FlowCancelled, type Sender } from "./sender.ts";

/** Returns a factory of step contexts; a confirmed question is remembered for all of them. */
export function createStepContexts(options: AuthorizationOptions, dpop: Dpop, sender: Sender) {
  const confirmed = new Set<string>();
  return (
    step: StepWriter,
    { flowContext, settings }: Pick<StepContext, "flowContext" | "settings">,
    signal: AbortSignal,
  ): StepContext => {
    const need: StepContext["need"] = async (what, ask) => {
      step.state({ kind: "needs", need: what });
      const answer = await Promise.race([ask(), rejectOnAbort(signal)]);
      if (signal.aborted) throw new FlowCancelled();
      step.state({ kind: "running" });
      return answer;
    };
    return {
      options,
      settings,
      flowContext,
      step,
      signal,
      dpop,
      need,
      attempt: (attempt) => sender.send(step, attempt, signal),
      async confirm(question) {
        const key = confirmationKey(question);
        if (confirmed.has(key)) return true;
        const isFine = await need({ kind: "confirm", question }, () =>
          options.promptHandler.confirm(question, signal),
        );
        if (isFine) confirmed.add(key);
        return isFine;
      },
    };
  };
}

/** Converts an exception of a step to the problem that ends the flow. */
export function toProblem(error: unknown): AuthorizationProblem {
  if (error instanceof FlowCancelled)
    return authorizationViolation("cancelled", "authorization-response");
  const what = errorMessage(error);
  return authorizationViolation("not-available", "mcp-communication", { what });
}

/** A promise that rejects with {@link FlowCancelled} when the signal aborts, and never resolves. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const cancel = () => reject(new FlowCancelled());
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}

function confirmationKey(question: AuthorizationQuestion): string {
  switch (question.kind) {
    case "no-pkce":
      return `${question.kind} ${question.issuer}`;
    case "send-secret":
      return [
        question.kind,
        question.secret,
        question.clientId,
        question.issuer,
        question.url,
      ].join(" ");
    case "default-endpoints":
      return `${question.kind} ${question.origin}`;
    default:
      return `${question.kind} ${URL.parse(question.url)?.origin ?? question.url}`;
  }
}
