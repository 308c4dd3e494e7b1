/** The interface of each provider module. */

import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { ModelSettings } from "../model.ts";
import type { Price } from "../price.ts";
import type { Finish, ReplyBuilder } from "../reply/replyBuilder.ts";
import type { LanguageModelFactory } from "./languageModelTypes.ts";

/** The address of a provider and how to reach it. */
export interface ProviderConnection {
  readonly settings: Pick<ModelSettings, "key">;
  /** The base URL, without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

interface ProviderCall extends ProviderConnection {
  readonly settings: ModelSettings;
  readonly body: JsonObject;
  readonly isStreaming: boolean;
  /** The browser's own model, where it exists. */
  readonly languageModel: LanguageModelFactory | undefined;
  readonly builder: ReplyBuilder;
}

/**
 * Sends one request and passes the reply to the builder.
 * @throws {ProviderError} for an error that the provider reports in a stream
 * @throws {Error} for a reply that cannot be read
 */
export type Provider = (call: ProviderCall) => Promise<void>;

/** A model as its provider lists it. */
interface ListedEntry {
  readonly name: unknown;
  /** Of a list that has prices. */
  readonly prices?: Price | undefined;
}

/** Lists the models that a key may use; the first page, which is long. */
export type ModelLister = (connection: ProviderConnection) => Promise<readonly ListedEntry[]>;

/**
 * The models of a list.
 * @throws {Error} when it is not a list
 */
export function modelsIn(reply: unknown): readonly ListedEntry[] {
  const data = isJsonObject(reply) ? reply.data : undefined;
  if (!Array.isArray(data)) throw new Error("The reply is not a list of models");
  return data
    .filter(isJsonObject)
    .map(({ id, pricing }) => ({ name: id, prices: priceIn(pricing) }));
}

/**
 * The price of a million tokens in a list with prices of one token; a negative one stands for a
 * price that depends on the request.
 * @see https://openrouter.ai/docs/api-reference/list-available-models
 */
function priceIn(pricing: unknown): Price | undefined {
  const [input, output] = ["prompt", "completion"].map((part) => {
    const text = getOwn(pricing, part);
    const perToken = typeof text === "string" && text !== "" ? Number(text) : Number.NaN;
    return perToken >= 0 && perToken < 1 ? Number((perToken * 1e6).toPrecision(6)) : undefined;
  });
  if (input === undefined || output === undefined) return undefined;
  return { inputPerMillion: input, outputPerMillion: output };
}

/** @param good the provider's words for a reply that can be used, and those of the specification */
export function finishOf(raw: string, good: ReadonlyMap<string, string>, message?: string): Finish {
  const stopReason = good.get(raw);
  return {
    raw,
    stopReason: stopReason ?? raw,
    isGood: stopReason !== undefined,
    ...(message !== undefined && { message }),
  };
}

/** An error that the provider reports after its reply began. */
export class ProviderError extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The error that a provider reports as `error` in a reply. */
export function providerErrorOf({ message, code }: JsonObject): ProviderError {
  const text = typeof message === "string" ? message : "";
  return new ProviderError(text, typeof code === "number" ? code : undefined);
}
