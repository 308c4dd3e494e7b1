/** Creates a model that answers sampling requests through a provider. */
import type { Clock } from "../core/clock.ts";
import type { NetworkTimes } from "../log/networkTimes.ts";
import { describeMapping, type MappedRequest } from "./describeMapping.ts";
import { baseUrlOf, checkSettings, createKeyMask } from "./endpoint.ts";
import type { Delta, GenerateOptions, Model, ModelOutcome, ModelSettings, Note } from "./model.ts";
import type { ModelFailure } from "./modelFailure.ts";
import { runAnthropic } from "./providers/anthropic.ts";
import { runGoogle } from "./providers/google.ts";
import { createGuardedFetch, type GuardedFetch } from "./providers/guardedFetch.ts";
import { runLanguageModel } from "./providers/languageModel.ts";
import type { LanguageModelFactory } from "./providers/languageModelTypes.ts";
import { runOpenAi } from "./providers/openAi.ts";
import type { Provider } from "./providers/provider.ts";
import { failureOf } from "./providers/providerFailure.ts";
import { fitResult } from "./reply/fitResult.ts";
import { createReplyBuilder, type ReplyBuilder } from "./reply/replyBuilder.ts";

interface ModelDependencies {
  /** Every request to the provider goes through it, so that the caller can record it. */
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** The browser's `LanguageModel`, where it has one; for `browser` only. */
  readonly languageModel?: LanguageModelFactory | undefined;
  /** The origin of the page, to recognise failures that CORS may have caused. */
  readonly pageOrigin?: string;
}

const providers: Readonly<Record<ModelSettings["provider"], Provider>> = {
  openai: runOpenAi,
  anthropic: runAnthropic,
  google: runGoogle,
  browser: runLanguageModel,
};

/** Creates a model; nothing is loaded or sent until it generates. */
export function createModel(config: ModelSettings & ModelDependencies): Model {
  const { fetch, clock, pageOrigin, languageModel, ...settings } = config;
  const { key, ...shown } = settings;
  const mask = createKeyMask(key);

  async function generate(params: unknown, options: GenerateOptions): Promise<ModelOutcome> {
    const { revision, signal, onDelta, limits = {} } = options;
    const started = clock.now();
    let firstDeltaAt: number | undefined;
    const emit = (delta: Delta) => {
      firstDeltaAt ??= clock.now();
      onDelta?.(delta);
    };
    const timesOf = ({
      startedAt = started,
      endedAt = clock.now(),
    }: Partial<NetworkTimes> = {}) => ({
      elapsedMs: endedAt - startedAt,
      firstDeltaMs: firstDeltaAt === undefined ? undefined : firstDeltaAt - startedAt,
    });
    const isStreaming = onDelta !== undefined;
    const { maxTokens } = limits;
    const mapped = describeMapping(params, settings, { revision, maxTokens, isStreaming });
    const builder = createReplyBuilder(emit, (sent) => mapped?.names.tools.restore(sent) ?? sent);
    let guard: GuardedFetch | undefined;
    const finish = (failure: ModelFailure | undefined) =>
      makeOutcome(failure, builder, {
        mapped,
        askedModel: settings.model,
        revision,
        times: timesOf(guard?.times()),
      });

    if (!mapped) return finish({ code: "unusable-request", evidence: {} });
    const unusable = checkSettings(settings);
    if (unusable) return finish(unusable);

    const stop = new AbortController();
    let stopped: ModelFailure | undefined;
    const stopWith = (failure: ModelFailure) => {
      stopped ??= failure;
      stop.abort();
    };
    const abort = () => stopWith({ code: "aborted", evidence: {} });
    if (signal?.aborted) return finish({ code: "aborted", evidence: {} });
    signal?.addEventListener("abort", abort, { once: true });
    const { timeMs: maximum, replyBytes: maximumBytes } = limits;
    const evidence = { limit: "timeMs", maximum: maximum ?? 0 };
    const cancelTimer =
      maximum === undefined
        ? () => {}
        : clock.after(maximum, () => stopWith({ code: "over-limit", evidence }));
    const { model } = settings;
    guard = createGuardedFetch({ fetch, model, maximumBytes, mask, pageOrigin });
    try {
      await providers[settings.provider]({
        settings,
        baseUrl: baseUrlOf(settings),
        body: mapped.body,
        isStreaming,
        fetch: guard.fetch,
        languageModel,
        signal: stop.signal,
        builder,
      });
      const failure = stopped ?? guard.failure() ?? checkReply(builder, isStreaming, guard, mask);
      return finish(failure);
    } catch (error) {
      return finish(stopped ?? guard.failure() ?? failureOf(error, guard, mask));
    } finally {
      cancelTimer();
      signal?.removeEventListener("abort", abort);
    }
  }

  return { settings: shown, generate };
}

/** The problem of a reply that was read without an error. */
function checkReply(
  builder: ReplyBuilder,
  isStreaming: boolean,
  guard: GuardedFetch,
  mask: (text: string) => string,
): ModelFailure | undefined {
  const { refusal, finish } = builder;
  if (refusal) {
    const evidence = { reason: mask(refusal.reason), message: mask(refusal.message) };
    return { code: "refused", evidence };
  }
  if (isStreaming && !finish && !builder.isComplete) {
    return { code: "incomplete", evidence: { receivedBytes: guard.receivedBytes() } };
  }
  if (finish && !finish.isGood) {
    const evidence = {
      reason: mask(finish.raw),
      message: mask(finish.message ?? "").slice(0, 2000),
    };
    return { code: "not-finished", evidence };
  }
  const { invalidArguments } = builder.build();
  if (!invalidArguments) return undefined;
  const { name, text } = invalidArguments;
  if (finish?.stopReason === "maxTokens") {
    builder.note("tool-use-incomplete", "left-out", { name });
    return undefined;
  }
  const evidence = { tool: mask(name), text: mask(text.slice(0, 500)) };
  return { code: "malformed-arguments", evidence };
}

/** The request that an outcome belongs to. */
interface Generation {
  /** Undefined if the request could not be mapped. */
  readonly mapped: MappedRequest | undefined;
  readonly askedModel: string;
  /** The revision of the server that asks. */
  readonly revision: string;
  readonly times: Pick<ModelOutcome, "elapsedMs" | "firstDeltaMs">;
}

function makeOutcome(
  failure: ModelFailure | undefined,
  builder: ReplyBuilder,
  { mapped, askedModel, revision, times }: Generation,
): ModelOutcome {
  const { blocks, notes } = builder.build();
  const { finish, model = askedModel } = builder;
  const usesTool = blocks.some(({ type }) => type === "tool_use");
  const stopReason = finish?.stopReason === "endTurn" && usesTool ? "toolUse" : finish?.stopReason;
  const fitted = fitResult(blocks, model, stopReason, revision);
  const isAnswered = builder.model !== undefined || blocks.length > 0;
  const reply: Note[] = isAnswered || !failure ? [...notes] : [];
  if (!failure && builder.model === undefined) {
    const place = { side: "reply", pointer: "/model", params: {} } as const;
    reply.push({ code: "model-not-reported", effect: "remark", ...place });
  }
  const hadStops = (mapped?.request.stopSequences.length ?? 0) > 0;
  if (!failure && hadStops && stopReason === "endTurn" && finish?.raw !== "end_turn") {
    const place = { side: "reply", pointer: "/stopReason", params: {} } as const;
    reply.push({ code: "stop-not-distinguished", effect: "remark", ...place });
  }
  if (!failure || blocks.length > 0) reply.push(...fitted.notes);
  const base = {
    notes: [...(mapped?.notes ?? []), ...reply],
    usage: builder.usage,
    finishReason: finish?.raw,
    stopSequence: finish?.stopSequence,
    ...times,
  };
  if (!failure) return { kind: "reply", reply: fitted.result, ...base };
  const partial = blocks.length > 0 ? fitted.result : undefined;
  return { kind: "failed", failure, partial, ...base };
}
