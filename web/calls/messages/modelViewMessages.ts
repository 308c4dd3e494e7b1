/** Says what a result consists of for a model, and whether its parts say the same. */
import type { ResultParts } from "../../../shared/models/fit/resultParts.ts";
import { formatCount } from "../../messages/quantities.ts";

/**
 * The blocks of a result's content.
 * @param others the blocks that are no text, by type; their tokens are not estimated
 */
export function blocksText(texts: number, others: ReadonlyMap<string, number>): string {
  const rest = [...others].map(([type, count]) => `${count} ${type}, not estimated`);
  const all = [texts > 0 && formatCount(texts, "text"), ...rest].filter(Boolean);
  return all.length === 0 ? "none" : all.join(", ");
}

interface SamenessText {
  readonly title: string;
  readonly text: string;
  readonly isSame: boolean;
}

/** @returns undefined where there is only one part */
export function samenessText(parts: ResultParts): SamenessText | undefined {
  switch (parts.kind) {
    case "single":
      return undefined;
    case "too-large":
      return {
        title: "Too large to be compared",
        text: "Whether the text and structuredContent say the same is not known.",
        isSame: true,
      };
    case "compared": {
      const { values, inText } = parts;
      const missing = values - inText;
      const all = formatCount(values, "value");
      if (missing === 0) {
        return {
          title: "The two say the same.",
          text: `The text has all of the ${all} of structuredContent.`,
          isSame: true,
        };
      }
      return {
        title: "The two do not say the same.",
        text: `The text has ${inText} of the ${all} of structuredContent. A client that passes on only the text does not give its model the other ${missing}.`,
        isSame: false,
      };
    }
  }
}
