/** Waits where a provider limits requests and says after how long to ask again. */
import { type Clock, sleep } from "../core/clock.ts";
import type { Generated } from "../models/agent/turn.ts";
import type { EvalModel } from "./runSuite.ts";

interface WaitOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds that are waited for one answer, over all its requests. */
  readonly maxMs: number;
  /** Called before each wait. @param seconds what the provider asks for */
  readonly onWait: (model: string, seconds: number) => void;
}

/**
 * Wraps a model: a request that the provider limits is sent again after the time that it names. Where
 * that takes too long, requests fail without being sent until the time has passed.
 */
export function waitingModel(model: EvalModel, options: WaitOptions): EvalModel {
  const { clock, signal, maxMs, onWait } = options;
  let limited: { readonly until: number; readonly end: Generated } | undefined;
  return {
    name: model.name,
    async generate(params, maxTokens) {
      if (limited && clock.now() < limited.until) return limited.end;
      limited = undefined;
      for (let waitedMs = 0; ; ) {
        const end = await model.generate(params, maxTokens);
        const seconds = retryAfterSeconds(end);
        const waited = { ...end, ...(waitedMs > 0 && { waitedMs }) };
        if (seconds === undefined) return waited;
        const ms = seconds * 1000;
        if (waitedMs + ms > maxMs) {
          limited = { until: clock.now() + ms, end: { ...end, cost: 0 } };
          return waited;
        }
        onWait(model.name, seconds);
        if (!(await sleep(clock, ms, signal))) return waited;
        waitedMs += ms;
      }
    },
  };
}

/** The seconds after which the provider wants to be asked again; undefined if it does not say. */
function retryAfterSeconds({ outcome }: Generated): number | undefined {
  if (outcome.kind !== "failed") return undefined;
  const { evidence } = outcome.failure;
  const seconds = "retryAfterSeconds" in evidence ? evidence.retryAfterSeconds : null;
  return seconds === null ? undefined : Math.max(seconds, 0.001);
}
