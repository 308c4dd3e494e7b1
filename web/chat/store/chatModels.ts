/** The models that a conversation can use: those that the user configured, and one that follows rules. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { scriptedModelName, scriptedReply } from "../../../shared/models/agent/scriptedModel.ts";
import type { Delta } from "../../../shared/models/model.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import type { ConfiguredModel } from "../../sampling/store/models.ts";
import type { GenerationEnd, RunModel } from "../../sampling/store/runModel.ts";

export interface ChatModel {
  readonly id: string;
  readonly name: string;
  /** Undefined for the scripted model. */
  readonly configured: ConfiguredModel | undefined;
}

export const scriptedModel: ChatModel = {
  id: "scripted",
  name: "Scripted model (rules, no AI)",
  configured: undefined,
};

/** The model with an id, else the first one. */
export function chatModel(
  configured: readonly ConfiguredModel[],
  id: string | undefined,
): ChatModel {
  if (id === scriptedModel.id) return scriptedModel;
  const model = configured.find((one) => one.id === id) ?? configured[0];
  return model ? { id: model.id, name: model.name, configured: model } : scriptedModel;
}

interface AskOptions {
  /** Who wants an answer of the model. */
  readonly initiator: Initiator;
  readonly signal: AbortSignal;
  readonly maxTokens: number;
  readonly onDelta: (delta: Delta) => void;
  /** Called with the number of the provider's request in the log. */
  readonly onRequest: (seq: number) => void;
}

/** Sends one request to a model; never rejects. */
export function askModel(
  { run, clock }: { readonly run: RunModel; readonly clock: Clock },
  { configured }: ChatModel,
  params: JsonObject,
  options: AskOptions,
): Promise<GenerationEnd> {
  if (configured) return run(configured, params, { ...options, revision: latest.modern });
  return followScript(clock, params, options);
}

/** Milliseconds between the words of the scripted model, so that it streams like others. */
const wordMs = 15;

async function followScript(
  clock: Clock,
  params: JsonObject,
  { signal, onDelta }: AskOptions,
): Promise<GenerationEnd> {
  const startedAt = clock.now();
  const reply = scriptedReply(params);
  const [block] = reply.content as readonly JsonObject[];
  const isText = block?.type === "text";
  const text = isText ? String(block.text) : JSON.stringify(block?.input);
  for (const word of text.slice(0, 400).match(/\S+\s*/g) ?? []) {
    if (signal.aborted) break;
    await new Promise<void>((resolve) => void clock.after(wordMs, resolve));
    const kind = isText ? "text" : "tool-use";
    onDelta({ block: 0, kind, text: word, ...(isText ? {} : { name: String(block?.name) }) });
  }
  const base = {
    notes: [],
    usage: { inputTokens: undefined, outputTokens: undefined },
    finishReason: undefined,
    stopSequence: undefined,
    elapsedMs: clock.now() - startedAt,
    firstDeltaMs: wordMs,
  };
  const outcome = signal.aborted
    ? ({
        ...base,
        kind: "failed",
        failure: { code: "aborted", evidence: {} },
        partial: undefined,
      } as const)
    : ({ ...base, kind: "reply", reply: { ...reply, model: scriptedModelName } } as const);
  return { outcome, cost: undefined, relayFailure: undefined, isReached: false };
}
