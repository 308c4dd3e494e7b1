/** Compares answers in a worker with a time limit. */
import {
  type Comparison,
  compareAsTexts,
} from "../../../../shared/collections/compare/compareAnswers.ts";
import { createJobQueue } from "../../../platform/jobQueue.ts";
import { startWorker } from "../../../platform/trustedWorker.ts";
import type { ComparedAnswers } from "./compareWorker.ts";
import workerUrl from "./compareWorker.ts?worker&url";

type Compare = (answers: ComparedAnswers, signal?: AbortSignal) => Promise<Comparison>;

/** @param timeLimit milliseconds that one comparison may take */
export function createCompare(timeLimit: number): Compare {
  const queue = createJobQueue<ComparedAnswers, Comparison>({
    createWorker: () => startWorker(workerUrl),
    timeLimit,
  });
  return async (answers, signal) => {
    const { recorded, fresh } = answers;
    if (recorded === fresh) return compareAsTexts(recorded, fresh);
    const result = await queue.run(answers, signal);
    return result.kind === "done"
      ? result.reply
      : { ...compareAsTexts(recorded, fresh), isExhausted: true };
  };
}

/**
 * Compares two answers; without the rules if they take too long.
 * @param signal cancels the comparison; its promise then never settles
 */
export const compare = createCompare(10_000);
