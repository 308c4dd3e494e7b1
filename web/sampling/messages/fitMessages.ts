/** Texts about which model providers accept the definition of a tool. */
import type { FitProvider, Mismatch } from "../../../shared/models/fit/toolFit.ts";

export const fitProviderNames: Readonly<Record<FitProvider, string>> = {
  "openai-strict": "OpenAI, strict",
  anthropic: "Anthropic",
  google: "Google",
};

/** Why a definition does not fit, in a few words. */
export function mismatchText(mismatch: Mismatch): string {
  switch (mismatch.code) {
    case "name":
      return `name has other characters, or more than ${mismatch.maxLength}`;
    case "root-not-object":
      return "schema is no object";
    case "root-union":
      return `${mismatch.keyword} at the root`;
    case "keyword":
      return `${mismatch.keyword}${placed(mismatch.at)}`;
    case "additional-properties":
      return `additionalProperties is not false${placed(mismatch.at)}`;
    case "not-required":
      return `${mismatch.property} is not required${placed(mismatch.at)}`;
    case "property-name":
      return `property name ${mismatch.property}`;
    case "type-list":
      return `several types${placed(mismatch.at)}`;
    case "enum-not-text":
      return `enum of other values than text${placed(mismatch.at)}`;
    case "too-deep":
      return `nested more than ${mismatch.maxDepth} levels`;
    case "not-checked":
      return "too large to be checked";
  }
}

const placed = (at: string) => (at === "" ? "" : ` in ${at}`);
