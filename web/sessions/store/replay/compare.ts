/** Compares answers of a replay in a worker with a time limit. */
import {
  type Comparison,
  compareAsTexts,
} from "../../../../shared/recording/replay/compareAnswers.ts";
import { createJobQueue } from "../../../platform/jobQueue.ts";
import { startWorker } from "../../../platform/trustedWorker.ts";
import type { ComparedAnswers } from "./compareWorker.ts";
import workerUrl from "./compareWorker.ts?worker&url";

const queue = createJobQueue<ComparedAnswers, Comparison>({
  createWorker: () => startWorker(workerUrl),
  /** Milliseconds that one comparison may take. */
  timeLimit: 10_000,
});

/**
 * Compares two answers; without the rules if they take too long.
 * @param signal cancels the comparison; its promise then never settles
 */
export async function compare(answers: ComparedAnswers, signal?: AbortSignal): Promise<Comparison> {
  const { recorded, fresh } = answers;
  if (recorded === fresh) return compareAsTexts(recorded, fresh);
  const result = await queue.run(answers, signal);
  return result.kind === "done"
    ? result.reply
    : { ...compareAsTexts(recorded, fresh), isExhausted: true };
}
