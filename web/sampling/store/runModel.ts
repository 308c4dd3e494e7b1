/** Runs sampling requests against configured models, with their keys and by their routes. */
import type { Clock } from "../../../shared/core/clock.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { noteAct } from "../../../shared/log/notes/actNotes.ts";
import { noteModelReply } from "../../../shared/log/notes/modelReplyNote.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { createModel } from "../../../shared/models/createModel.ts";
import { type ListedModel, listModels } from "../../../shared/models/listModels.ts";
import type { Delta, ModelOutcome } from "../../../shared/models/model.ts";
import type { ModelFailure } from "../../../shared/models/modelFailure.ts";
import { costOf } from "../../../shared/models/price.ts";
import type { LanguageModelFactory } from "../../../shared/models/providers/languageModelTypes.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { FailureError } from "../../../shared/protocol/failures/failureError.ts";
import type { ModelKeys } from "./modelKeys.ts";
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

interface RunOptions {
  /** Who wants an answer of the model. */
  readonly initiator: Initiator;
  /** The number of the entry with the server's request that is answered. */
  readonly answers?: number | undefined;
  /** The revision of the server that asks. */
  readonly revision: string;
  readonly signal: AbortSignal;
  readonly onDelta?: (delta: Delta) => void;
  /** Called with the number of the provider's request in the log. */
  readonly onRequest?: (seq: number) => void;
  readonly maxTokens?: number;
  /** Replaces the stored key; empty for none. */
  readonly key?: string;
}

/** How a run ended. */
export interface GenerationEnd {
  readonly outcome: ModelOutcome;
  /** In the currency of the model's prices; undefined if prices or tokens are unknown. */
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
) => Promise<GenerationEnd>;

/** Milliseconds until a generation is stopped: local models may be slow. */
const maxMs = 600_000;
const replyBytes = 64_000_000;

/** The models that a provider offers, or why they could not be listed. */
export type Listing =
  | { readonly kind: "listed"; readonly models: readonly ListedModel[] }
  | ({ readonly kind: "failed"; readonly failure: ModelFailure } & Pick<
      GenerationEnd,
      "relayFailure" | "isReached"
    >);

export interface ModelRunner {
  readonly run: RunModel;
  /** Lists the models of a provider; never rejects. */
  list(model: ConfiguredModel, options: Pick<RunOptions, "signal" | "key">): Promise<Listing>;
  /** Whether the browser has a model, downloaded or not. */
  hasBrowserModel(): boolean;
}

export function createModelRunner(runner: RunnerOptions): ModelRunner {
  const { clock, newId, keys, pageOrigin } = runner;

  /** What a request to the provider of a model needs. */
  const prepare = async (
    model: ConfiguredModel,
    { key: given, onRequest, initiator }: Pick<RunOptions, "key" | "onRequest" | "initiator">,
  ) => {
    const { provider, baseUrl, route } = model;
    const key = (given ?? (await keys.find(model))) || undefined;
    let relayFailure: Failure | undefined;
    const relayed: typeof globalThis.fetch = (input, init) =>
      runner.relayFetch(input, init).catch((error: unknown) => {
        if (error instanceof FailureError) relayFailure = error.failure;
        throw error;
      });
    const fetch = createRecordedFetch({
      fetch: route === "direct" ? runner.fetch : relayed,
      record: runner.record,
      newId,
      initiator,
      model: model.model,
      key,
      ...(onRequest ? { onRequest } : {}),
    });
    const settings = {
      provider,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(key === undefined ? {} : { key }),
      fetch,
      pageOrigin,
    };
    return { settings, relayFailure: () => relayFailure };
  };

  /** Whether the failure looks like one of CORS: `fetch` does not say. */
  const isHidden = async (
    { route }: ConfiguredModel,
    { code, evidence }: ModelFailure,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (route !== "direct" || code !== "unreachable" || !evidence.crossOrigin) return false;
    const place = URL.parse(evidence.url);
    return place !== null && runner.isReached(place, signal);
  };

  return {
    async run(model, params, options) {
      const { revision, signal, onDelta, maxTokens, answers } = options;
      let { initiator } = options;
      if (answers !== undefined) {
        const act = newId();
        noteAct(runner.record, { act }, answers);
        initiator = { ...initiator, act };
      }
      let asked: number | undefined;
      const onRequest = (seq: number) => {
        asked = seq;
        options.onRequest?.(seq);
      };
      const { settings, relayFailure } = await prepare(model, { ...options, initiator, onRequest });
      const languageModel = model.provider === "browser" ? runner.languageModel() : undefined;
      const created = createModel({ ...settings, model: model.model, clock, languageModel });
      const outcome = await created.generate(params, {
        revision,
        signal,
        ...(onDelta ? { onDelta } : {}),
        limits: {
          timeMs: maxMs,
          replyBytes,
          ...(maxTokens === undefined ? {} : { maxTokens }),
        },
      });
      if (asked !== undefined && outcome.kind === "reply") {
        const { inputTokens, outputTokens } = outcome.usage;
        const calls = toolUses(outcome.reply);
        noteModelReply(runner.record, { calls, inputTokens, outputTokens }, asked);
      }
      return {
        outcome,
        cost: costOf(outcome.usage, model.prices),
        relayFailure: relayFailure(),
        isReached: outcome.kind === "failed" && (await isHidden(model, outcome.failure, signal)),
      };
    },
    async list(model, options) {
      const { signal } = options;
      const initiator = { kind: "user" } as const;
      const { settings, relayFailure } = await prepare(model, { ...options, initiator });
      const listed = await listModels({ ...settings, signal });
      if (listed.kind === "listed") return listed;
      const isReached = await isHidden(model, listed.failure, signal);
      return { ...listed, relayFailure: relayFailure(), isReached };
    },
    hasBrowserModel: () => runner.languageModel() !== undefined,
  };
}

/** How many calls of tools a reply asks for. */
function toolUses({ content }: JsonObject): number {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.filter((block) => getOwn(block, "type") === "tool_use").length;
}
