/** Turns what a provider module throws into a failure. */
import { errorMessage } from "../../core/text/errorMessage.ts";
import type { ModelFailure } from "../modelFailure.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import { NotAvailableError } from "./languageModel.ts";
import { ProviderError } from "./provider.ts";

/** @param mask masks the key */
export function failureOf(
  error: unknown,
  guard: GuardedFetch,
  mask: (text: string) => string,
): ModelFailure {
  const reason = mask(errorMessage(error));
  if (error instanceof NotAvailableError) {
    return { code: "not-available", evidence: { availability: reason } };
  }
  if (error instanceof ProviderError) {
    const evidence = { status: error.status ?? null, message: reason, retryAfterSeconds: null };
    return { code: "provider-error", evidence };
  }
  return { code: "malformed-reply", evidence: { reason, text: guard.start() } };
}
