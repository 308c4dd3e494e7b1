/** Describes what one request to a model took. */
import type { ModelOutcome } from "../../../shared/models/model.ts";
import { formatMs } from "../../messages/quantities.ts";

/**
 * For example `1.20 s · first text after 300 ms · 11 + 7 tokens · cost 0.002`.
 * @param cost in the currency of the model's prices
 */
export function figuresText(
  { elapsedMs, firstDeltaMs, usage }: Pick<ModelOutcome, "elapsedMs" | "firstDeltaMs" | "usage">,
  cost: number | undefined,
): string {
  const { inputTokens, outputTokens } = usage;
  const tokens = [inputTokens, outputTokens].map((count) => count?.toLocaleString("en") ?? "?");
  const isCounted = inputTokens !== undefined || outputTokens !== undefined;
  return [
    formatMs(elapsedMs),
    firstDeltaMs !== undefined && `first text after ${formatMs(firstDeltaMs)}`,
    isCounted && `${tokens.join(" + ")} tokens`,
    cost !== undefined && `cost ${cost.toLocaleString("en", { maximumSignificantDigits: 3 })}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
