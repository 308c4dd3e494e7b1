/** Limits on the resources that answers to one server may use in a session. */
import type { Usage } from "./model.ts";

/** An absent limit does not limit. */
export interface SpendingLimits {
  /** Tokens of requests and replies together. */
  readonly tokens?: number;
  /** Requests to models. */
  readonly rounds?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

export interface Spending {
  readonly tokens: number;
  readonly rounds: number;
  /** Of the generations whose cost is known. */
  readonly cost: number;
}

export const nothingSpent: Spending = { tokens: 0, rounds: 0, cost: 0 };

/**
 * Adds one generation, also a failed one.
 * @param maxTokens the requested maximum: it counts if the provider reports no tokens of the reply
 * @param cost undefined if no price is known
 */
export function addSpending(
  spent: Spending,
  usage: Usage,
  maxTokens: number,
  cost: number | undefined,
): Spending {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? maxTokens);
  return {
    tokens: spent.tokens + tokens,
    rounds: spent.rounds + 1,
    cost: spent.cost + (cost ?? 0),
  };
}

/**
 * Finds the limit that does not allow another generation.
 * @param maxTokens the maximum it would request
 * @returns undefined if all limits allow it
 */
export function limitReached(
  spent: Spending,
  limits: SpendingLimits,
  maxTokens: number,
): keyof SpendingLimits | undefined {
  if (limits.rounds !== undefined && spent.rounds >= limits.rounds) return "rounds";
  if (limits.tokens !== undefined && spent.tokens + maxTokens > limits.tokens) return "tokens";
  if (limits.cost !== undefined && spent.cost >= limits.cost) return "cost";
  return undefined;
}
