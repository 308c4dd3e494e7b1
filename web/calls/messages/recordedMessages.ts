/** Says how the requests of a recording were answered when they were run again. */
import type { ShownResult } from "./collectionMessages.ts";

/** @returns for example “3 the same, 1 differs, 1 not sent”; empty before a run */
export function recordingText(results: readonly (ShownResult | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    const word = result && wordOf(result);
    if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return words
    .filter((word) => counts.has(word))
    .map((word) => `${counts.get(word)} ${word}`)
    .join(", ");
}

const words = ["the same", "differs", "failed", "not sent", "without a recorded answer"] as const;

function wordOf(result: ShownResult): (typeof words)[number] | undefined {
  switch (result.kind) {
    case "running":
      return undefined;
    case "not-sent":
      return "not sent";
    case "answered": {
      const comparison = result.checks.find((check) => check.comparison)?.comparison;
      if (!comparison) return "without a recorded answer";
      return comparison.isSame ? "the same" : "differs";
    }
    default:
      return "failed";
  }
}
