/** Gives each step what it works with: a way to send, to ask a person, and to be given up in the midst of it. */

import { type Problem, violation } from "../../core/failures/authorizationProblem.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import type { Dpop } from "../crypto/dpop.ts";
import type { Question } from "../userPrompts.ts";
import type { StepContext } from "./flowContext.ts";
import type { StepWriter } from "./flowStore.ts";
import { FlowCancelled, type Sender } from "./sender.ts";

/** Makes what one step is given; `signal` gives it up. */
export type MakeRun = (
  step: StepWriter,
  begun: Pick<StepContext, "course" | "settings">,
  signal: AbortSignal,
) => StepContext;

/** What a person agreed to holds for all runs that are made here. */
export function createRuns(options: AuthorizationOptions, dpop: Dpop, sender: Sender): MakeRun {
  const agreed = new Set<string>();
  return (step, { course, settings }, signal) => {
    const need: StepContext["need"] = async (what, ask) => {
      step.state({ kind: "needs", need: what });
      const answer = await Promise.race([ask(), untilAborted(signal)]);
      if (signal.aborted) throw new FlowCancelled();
      step.state({ kind: "running" });
      return answer;
    };
    return {
      options,
      settings,
      course,
      step,
      signal,
      dpop,
      need,
      attempt: (attempt) => sender.send(step, attempt, signal),
      async confirm(question) {
        const key = keyOf(question);
        if (agreed.has(key)) return true;
        const isFine = await need({ kind: "confirm", question }, () =>
          options.agent.confirm(question, signal),
        );
        if (isFine) agreed.add(key);
        return isFine;
      },
    };
  };
}

/** What a step's exception means to the one who waits for its end. */
export function problemOf(error: unknown): Problem {
  if (error instanceof FlowCancelled) return violation("cancelled", "authorization-response");
  const what = error instanceof Error ? error.message : String(error);
  return violation("not-available", "mcp-communication", { what });
}

/** Settles when the signal says so, and never before. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(new FlowCancelled());
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
}

function keyOf(question: Question): string {
  switch (question.kind) {
    case "no-pkce":
      return `${question.kind} ${question.issuer}`;
    case "default-endpoints":
      return `${question.kind} ${question.origin}`;
    default:
      return `${question.kind} ${URL.parse(question.url)?.origin ?? question.url}`;
  }
}
