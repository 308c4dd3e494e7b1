/** Compares answers of a replay: small ones synchronously, others in a worker with a time limit. */
import {
  type Comparison,
  compareAnswers,
  compareAsTexts,
} from "../../../shared/recording/replay/compareAnswers.ts";
import { readRules } from "../../../shared/recording/replay/rules.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { Answers } from "./compareWorker.ts";
import workerUrl from "./compareWorker.ts?worker&url";

/** Characters of two answers, and steps of the rules, that take some milliseconds. */
const [maxCharacters, maxSteps] = [40_000, 50_000];
/** Milliseconds of one comparison in the worker. */
const timeLimitMs = 10_000;

/** @returns undefined if it would take too long for the page */
export function compareNow({ recorded, fresh, rulesText }: Answers): Comparison | undefined {
  if (recorded !== fresh && recorded.length + fresh.length > maxCharacters) return undefined;
  const { rules } = readRules(rulesText);
  const comparison = compareAnswers(recorded, fresh, rules, maxSteps);
  return comparison.isExhausted ? undefined : comparison;
}

/** Compares in a worker; without the rules if they take too long. */
export async function compareLater(answers: Answers): Promise<Comparison> {
  const worker = startWorker(workerUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Comparison>((resolve) => {
      const giveUp = () => {
        const texts = compareAsTexts(answers.recorded, answers.fresh);
        resolve({ ...texts, isExhausted: true });
      };
      worker.onmessage = ({ data }: MessageEvent<Comparison>) => resolve(data);
      worker.onerror = giveUp;
      timer = setTimeout(giveUp, timeLimitMs);
      worker.postMessage(answers);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
