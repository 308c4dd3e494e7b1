/** Texts about which model providers accept the definition of a tool. */

import { countText } from "../core/countText.ts";
import {
  canBeMadeToFit,
  type FitProvider,
  type Mismatch,
  maxReasons,
} from "../models/fit/toolFit.ts";

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
    case "open-object":
      return `additionalProperties is in use${placed(mismatch.at)}`;
    case "not-required":
      return `${mismatch.property} is not required${placed(mismatch.at)}`;
    case "property-name":
      return `property name ${mismatch.property}`;
    case "type-list":
      return `several types${placed(mismatch.at)}`;
    case "enum-not-text":
      return `enum of other values than text${placed(mismatch.at)}`;
    case "malformed":
      return `not valid JSON Schema: ${mismatch.found}${placed(mismatch.at)}`;
    case "too-deep":
      return `nested more than ${mismatch.maxDepth} levels`;
    case "not-checked":
      return "too large to be checked";
  }
}

/** The most changes, or reasons, that one sentence names. */
const maxNamed = 5;

/** Whether a provider accepts a definition, in a few words; for one that does not fit, why. */
export function fitText(mismatches: readonly Mismatch[]): string {
  if (mismatches.length === 0) return "fits";
  if (!canBeMadeToFit(mismatches)) {
    // those that no change removes come first
    const order = (one: Mismatch) => (canBeMadeToFit([one]) ? 1 : 0);
    const sorted = mismatches.toSorted((one, other) => order(one) - order(other));
    return listed(sorted.map(mismatchText));
  }
  return `fits after ${fitChangeCount(mismatches)}: ${listed(mismatches.map(fitChangeText))}`;
}

/** @returns for example “2 changes” */
export function fitChangeCount({ length }: readonly Mismatch[]): string {
  return length < maxReasons ? countText(length, "change") : `${maxReasons} changes or more`;
}

/** The change of a schema after which a provider accepts it; the reason where there is none. */
export function fitChangeText(mismatch: Mismatch): string {
  switch (mismatch.code) {
    case "additional-properties":
      return `set additionalProperties to false${placed(mismatch.at)}`;
    case "not-required":
      return `make ${mismatch.property} required, and allow null${placed(mismatch.at)}`;
    default:
      return mismatchText(mismatch);
  }
}

function listed(texts: readonly string[]): string {
  const rest = texts.length - maxNamed;
  const named = texts.slice(0, maxNamed).join("; ");
  return rest > 0 ? `${named}; and ${rest} more` : named;
}

const placed = (at: string) => (at === "" ? "" : ` in ${at}`);
