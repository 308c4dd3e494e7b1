/** Types of a model that answers sampling requests: settings, notes, outcome and failures. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import type { ModelFailure } from "./modelFailure.ts";

/**
 * The supported interfaces. `openai`: chat completions, which Ollama, LM Studio, vLLM and
 * OpenRouter offer too; `anthropic`: Messages; `google`: generateContent; `browser`: the browser's
 * own `LanguageModel`.
 */
export type ProviderKind = "openai" | "anthropic" | "google" | "browser";

export interface ModelSettings {
  readonly provider: ProviderKind;
  /** The provider's base URL; absent: the provider's own. Ignored for `browser`. */
  readonly baseUrl?: string;
  /** The model's name as the provider knows it. Ignored for `browser`. */
  readonly model: string;
  /** The secret key. It is sent in one header only, and is in no note, failure or URL. */
  readonly key?: string;
}

/** Bounds on one generation; an absent one does not limit. */
interface Limits {
  /** Maximum number of tokens to request; a request for more is capped. */
  readonly maxTokens?: number;
  /** Maximum bytes of the provider's reply, after decompression. */
  readonly replyBytes?: number;
  /** Milliseconds until the generation is stopped. */
  readonly timeMs?: number;
}

/** A piece of the reply as it arrives. */
export interface Delta {
  /** Counts the blocks of the reply from 0. */
  readonly block: number;
  readonly kind: "text" | "tool-use" | "reasoning" | "refusal";
  /** Text to append; for a tool use, JSON text of its arguments. */
  readonly text: string;
  readonly name?: string;
}

/** How a part of a request or reply was mapped for which the other side has no equivalent field. */
export type NoteCode =
  // request
  /** The provider has no such field. */
  | "not-expressed"
  | "unknown-member"
  /** The member has the wrong type. Params: expected. */
  | "malformed"
  /** The content kind is unknown and is sent as JSON text. Params: type. */
  | "unknown-content"
  /** The content kind is sent as JSON text. Params: type. */
  | "content-as-text"
  /** The provider cannot take this content here. Params: type, mimeType, provider. */
  | "content-not-sent"
  /** Content of a tool result goes into a user message after it. Params: type. */
  | "content-moved"
  /** The provider documents no support for the media type. Params: mimeType, provider. */
  | "media-type-unlisted"
  /** `isError` or `structuredContent` is sent as JSON text. Params: member. */
  | "member-as-text"
  /** `structuredContent` is the same as a text block of the result. */
  | "same-as-text"
  /** The name is outside the provider's rule and is sent differently; replies are translated back. Params: original, sent. */
  | "renamed"
  /** The provider needs a tool's name, and no tool use with this id is in the request. Params: id. */
  | "tool-name-unknown"
  /** The value is outside the provider's documented range. Params: value, minimum, maximum. */
  | "out-of-range"
  /** More items than the provider documents. Params: count, maximum. */
  | "too-many"
  /** Params: asked, sent. */
  | "max-tokens-capped"
  /** The request has no usable `maxTokens`, which the provider requires. Params: sent. */
  | "max-tokens-assumed"
  /** No context of any server is added. Params: value. */
  | "context-not-included"
  /** The preferences choose the model and are not sent. */
  | "used-for-choice"
  /** Metadata of the protocol, not for the model. */
  | "protocol-metadata"
  /** The request's revision has no such member. Params: revision. */
  | "not-in-revision"
  /** The role is neither `user` nor `assistant` and is sent as `user`. Params: role. */
  | "role-changed"
  /** `toolChoice` without `tools` has no meaning for the provider. */
  | "choice-without-tools"
  /** Nothing of the message can be sent. */
  | "message-empty"
  // reply
  /** The model's reasoning is not part of the result. Params: characters. */
  | "reasoning-left-out"
  /**
   * A kind of content that the specification does not define is given as JSON text. Params: type.
   */
  | "reply-as-text"
  /** A member of the provider's reply that the result has no member for. Params: member. */
  | "reply-member-left-out"
  /** The revision has one block of content: text blocks are joined. Params: count. */
  | "blocks-joined"
  /** The revision's result cannot hold the block. Params: type, revision. */
  | "block-left-out"
  /** A tool use whose arguments were cut off by the token limit. Params: name. */
  | "tool-use-incomplete"
  /** The provider gave the tool use no id; this one was generated. Params: id. */
  | "id-made"
  /** The provider does not distinguish a stop sequence from the natural end. */
  | "stop-not-distinguished"
  /** The provider did not name the model; the requested name is given. */
  | "model-not-reported"
  /** The model gave no content; the result has an empty text. */
  | "empty-reply";

export interface Note {
  readonly code: NoteCode;
  /**
   * `translated`: it arrives in another form; `left-out`: it does not arrive; `remark`: it arrives
   * unchanged.
   */
  readonly effect: "translated" | "left-out" | "remark";
  readonly side: "request" | "reply";
  /** JSON Pointer into the request's params, or into the result. */
  readonly pointer: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Usage {
  /** Tokens of the request; undefined if the provider does not report it. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** Those of `inputTokens` that were read from the provider's cache; absent if it does not say. */
  readonly cachedTokens?: number;
  /** Those of `outputTokens` that are reasoning; absent if it does not say. */
  readonly reasoningTokens?: number;
}

interface OutcomeBase {
  readonly notes: readonly Note[];
  readonly usage: Usage;
  /** The provider's own word for why it stopped; undefined if it gave none. */
  readonly finishReason: string | undefined;
  /** The stop sequence that was met, if the provider reports it. */
  readonly stopSequence: string | undefined;
  /** Milliseconds from sending the request until the end of the reply, as the log has them. */
  readonly elapsedMs: number;
  /** Milliseconds until the first delta; undefined without one. */
  readonly firstDeltaMs: number | undefined;
}

export type ModelOutcome =
  | (OutcomeBase & {
      readonly kind: "reply";
      /** A `CreateMessageResult` that fits the revision. */
      readonly reply: JsonObject;
    })
  | (OutcomeBase & {
      readonly kind: "failed";
      readonly failure: ModelFailure;
      /** The received part, as a result that fits the revision. */
      readonly partial: JsonObject | undefined;
    });

export interface GenerateOptions {
  /** The revision of the server that asks; the result fits it. */
  readonly revision: string;
  readonly signal?: AbortSignal;
  /** Asks the provider to stream, and receives the pieces in order. */
  readonly onDelta?: (delta: Delta) => void;
  readonly limits?: Limits;
}

export interface Model {
  readonly settings: Omit<ModelSettings, "key">;
  /**
   * Generates the answer to a sampling request, with one request to the provider and no retry.
   * @param params the `params` of `sampling/createMessage`, as received
   * @returns a reply or a failure; never throws because of a server or a provider
   * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
   */
  generate(params: unknown, options: GenerateOptions): Promise<ModelOutcome>;
}
