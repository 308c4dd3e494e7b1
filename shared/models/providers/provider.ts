/** What each provider module implements. */
import type { JsonObject } from "../../core/jsonObject.ts";
import type { ModelSettings } from "../model.ts";
import type { ReplyBuilder } from "../reply/replyBuilder.ts";
import type { LanguageModelFactory } from "./languageModelTypes.ts";

export interface ProviderCall {
  readonly settings: ModelSettings;
  /** The base URL, without a slash at the end. */
  readonly baseUrl: string;
  /** The body that is sent. */
  readonly body: JsonObject;
  readonly isStreaming: boolean;
  readonly fetch: typeof fetch;
  /** The browser's own model, where it exists. */
  readonly languageModel: LanguageModelFactory | undefined;
  readonly signal: AbortSignal;
  /** Receives the reply. */
  readonly builder: ReplyBuilder;
}

/**
 * Sends one request and passes the reply to the builder.
 * @throws {ProviderError} for an error that the provider reports in a stream
 * @throws {Error} of the client library, for a reply that it cannot read
 */
export type Provider = (call: ProviderCall) => Promise<void>;

/** An error that the provider reports after its reply began. */
export class ProviderError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The library's chunk could not be loaded. */
export class LibraryError extends Error {}

/**
 * Loads a client library on demand.
 * @throws {LibraryError}
 */
export async function loadLibrary<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new LibraryError(error instanceof Error ? error.message : String(error));
  }
}

/** Client libraries stop a request after minutes on their own; ours are bounded by the caller instead. */
export const noTimeoutMs: number = 2 ** 31 - 1;
