/** Percent-decodes text that may be invalid. */

/** @returns undefined if an escape is invalid */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
