/** Types of the browser's `LanguageModel`, as far as it is used. */
import type { PromptMessage, PromptPart } from "../request/toLanguageModel.ts";

export type PromptValue = string | Blob | ArrayBuffer;
export interface PromptInput {
  readonly role: PromptMessage["role"];
  readonly content: readonly { readonly type: PromptPart["type"]; readonly value: PromptValue }[];
}

export interface LanguageModelSession {
  promptStreaming(
    input: readonly PromptInput[],
    options: { readonly signal: AbortSignal },
  ): ReadableStream<string>;
  destroy(): void;
}

interface CreateOptions {
  readonly expectedInputs: readonly { readonly type: PromptPart["type"] }[];
}

/**
 * The part of the global `LanguageModel` that is used; TypeScript has no types of it yet.
 * @see https://webmachinelearning.github.io/prompt-api/
 */
export interface LanguageModelFactory {
  /** `unavailable`, `downloadable`, `downloading` or `available`. */
  availability(options: CreateOptions): Promise<string>;
  create(
    options: CreateOptions & {
      readonly initialPrompts: readonly PromptInput[];
      readonly signal: AbortSignal;
    },
  ): Promise<LanguageModelSession>;
}
