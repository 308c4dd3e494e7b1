/** Lets one question at a time reach the person. */
import type { Clock } from "../../../shared/core/clock.ts";
import { callCancelled, ToolProblem } from "./agentTool.ts";

export interface QuestionTurns {
  /**
   * Waits until no other question is open.
   * @param lasts milliseconds after which the turn ends by itself; it lasts until its end without it
   * @returns ends the turn
   * @throws ToolProblem if too many wait already, or the call is cancelled
   */
  take(signal: AbortSignal, lasts?: number): Promise<() => void>;
}

/** Questions that wait for the one that is open. */
const maxWaiting = 4;

export function createQuestionTurns(clock: Pick<Clock, "after">): QuestionTurns {
  const waiting = new Set<() => void>();
  let isOpen = false;

  const begin = (lasts: number | undefined) => {
    isOpen = true;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      stop?.();
      isOpen = false;
      const [next] = waiting;
      next?.();
    };
    const stop = lasts === undefined ? undefined : clock.after(lasts, end);
    return end;
  };

  return {
    async take(signal, lasts) {
      if (signal.aborted) throw callCancelled();
      if (!isOpen) return begin(lasts);
      if (waiting.size >= maxWaiting) {
        throw new ToolProblem("Too many questions wait for the person.", {
          next: "Wait for the answers of other calls, then call again.",
        });
      }
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const start = () => {
        leave();
        resolve(begin(lasts));
      };
      const stop = () => {
        leave();
        reject(callCancelled());
      };
      const leave = () => {
        waiting.delete(start);
        signal.removeEventListener("abort", stop);
      };
      waiting.add(start);
      signal.addEventListener("abort", stop, { once: true });
      return promise;
    },
  };
}
