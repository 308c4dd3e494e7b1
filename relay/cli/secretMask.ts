/** Masks the secrets that a command sends in what it prints and writes. */
import type { Header } from "../../shared/core/headers.ts";
import { joinRanges, maskTextRanges } from "../../shared/recording/redaction/applyMasks.ts";
import { createKnownSecrets } from "../../shared/recording/redaction/knownSecrets.ts";

/**
 * Creates a function that masks secrets in a text; those under 6 characters may be any text.
 * @param headers the user's own, which may carry credentials
 * @param values further secrets
 */
export function createMask(
  headers: readonly Header[],
  values: readonly string[],
): (text: string) => string {
  const secrets = createKnownSecrets();
  for (const value of values) secrets.addSecret(value);
  for (const [, value] of headers) {
    secrets.addSecret(value);
    const credentials = /^[A-Za-z][\w-]{1,20}\s+(\S.*)$/s.exec(value)?.[1];
    if (credentials !== undefined) secrets.addSecret(credentials);
  }
  return (text) => {
    const ranges = secrets.findIn(text).map((range) => ({ ...range, kind: "token" as const }));
    return maskTextRanges(text, joinRanges(ranges, text.length)).text;
  };
}
