/** Runs a sampling request against a configured model, with its key and by its route. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import { FailureError } from "../../../shared/core/failures/failureError.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { createModel } from "../../../shared/models/createModel.ts";
import type { Delta, Outcome } from "../../../shared/models/model.ts";
import { costOf } from "../../../shared/models/price.ts";
import type { LanguageModelFactory } from "../../../shared/models/providers/languageModelTypes.ts";
import type { ModelKeys } from "./keys.ts";
import type { ConfiguredModel } from "./models.ts";
import { createRecordedFetch } from "./recordedFetch.ts";

export interface RunnerOptions {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly keys: ModelKeys;
  /** Of the page. */
  readonly fetch: typeof globalThis.fetch;
  /** Through the relay; rejects with a {@link FailureError}. */
  readonly relayFetch: typeof globalThis.fetch;
  /** Whether something answers at an origin, although the page may not read it. */
  readonly isReached: (url: URL, signal: AbortSignal) => Promise<boolean>;
  /** Writes into the log. */
  readonly record: Recorder;
  readonly pageOrigin: string;
  readonly languageModel: () => LanguageModelFactory | undefined;
}

export interface RunOptions {
  /** The revision of the server that asks. */
  readonly revision: string;
  readonly signal: AbortSignal;
  readonly onDelta?: (delta: Delta) => void;
  /** Called with the number of the provider's request in the log. */
  readonly onRequest?: (seq: number) => void;
  readonly maxTokens?: number;
  /** Instead of the key that is kept; empty for none. */
  readonly key?: string;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: Outcome;
  /** In the currency of the model's prices; undefined where prices or tokens are unknown. */
  readonly cost: number | undefined;
  /** Why the relay did not forward the request. */
  readonly relayFailure: Failure | undefined;
  /** Of a request that failed without a response: whether a server answers there that the page may not read. */
  readonly isReached: boolean;
}

/** Runs a request; never rejects. */
export type RunModel = (
  model: ConfiguredModel,
  params: unknown,
  options: RunOptions,
) => Promise<RunEnd>;

/** Milliseconds until a generation is stopped: local models may be slow. */
const longestMs = 600_000;
const replyBytes = 64_000_000;

export function createRunModel(runner: RunnerOptions): RunModel {
  const { clock, newId, keys, pageOrigin } = runner;
  return async (model, params, options) => {
    const { provider, baseUrl, route } = model;
    const key = (options.key ?? (await keys.find(model))) || undefined;
    let relayFailure: Failure | undefined;
    const send: typeof globalThis.fetch =
      route === "direct"
        ? runner.fetch
        : (input, init) =>
            runner.relayFetch(input, init).catch((error: unknown) => {
              if (error instanceof FailureError) relayFailure = error.failure;
              throw error;
            });
    const languageModel = provider === "browser" ? runner.languageModel() : undefined;
    const { onRequest, onDelta, maxTokens } = options;
    const created = createModel({
      provider,
      model: model.model,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(key === undefined ? {} : { key }),
      fetch: createRecordedFetch({
        fetch: send,
        record: runner.record,
        newId,
        key,
        ...(onRequest ? { onRequest } : {}),
      }),
      clock,
      pageOrigin,
      languageModel,
    });
    const outcome = await created.generate(params, {
      revision: options.revision,
      signal: options.signal,
      ...(onDelta ? { onDelta } : {}),
      limits: { timeMs: longestMs, replyBytes, ...(maxTokens === undefined ? {} : { maxTokens }) },
    });
    const cost = costOf(outcome.usage, model.prices);
    const isReached = route === "direct" && (await isHidden(outcome, options.signal));
    return { outcome, cost, relayFailure, isReached };
  };

  /** Whether the failure looks like one of CORS: `fetch` does not say. */
  async function isHidden(outcome: Outcome, signal: AbortSignal): Promise<boolean> {
    if (outcome.kind !== "failed" || outcome.failure.code !== "unreachable") return false;
    const { url, crossOrigin } = outcome.failure.evidence;
    const place = crossOrigin === true && typeof url === "string" ? URL.parse(url) : undefined;
    return place ? runner.isReached(place, signal) : false;
  }
}
