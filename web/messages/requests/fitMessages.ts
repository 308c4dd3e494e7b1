/** Words about which model providers accept the definition of a tool. */
import type { FitProvider, Misfit } from "../../../shared/models/fit/toolFit.ts";

export const fitProviderNames: Readonly<Record<FitProvider, string>> = {
  "openai-strict": "OpenAI, strict",
  anthropic: "Anthropic",
  google: "Google",
};

/** Why a definition does not fit, in a few words. */
export function misfitText(misfit: Misfit): string {
  switch (misfit.code) {
    case "name":
      return `name has other characters, or more than ${misfit.longest}`;
    case "root-not-object":
      return "schema is no object";
    case "root-union":
      return `${misfit.keyword} at the root`;
    case "keyword":
      return `${misfit.keyword}${placed(misfit.at)}`;
    case "additional-properties":
      return `additionalProperties is not false${placed(misfit.at)}`;
    case "not-required":
      return `${misfit.property} is not required${placed(misfit.at)}`;
    case "property-name":
      return `property name ${misfit.property}`;
    case "type-list":
      return `several types${placed(misfit.at)}`;
    case "enum-not-text":
      return `enum of other values than text${placed(misfit.at)}`;
    case "too-deep":
      return `nested more than ${misfit.deepest} levels`;
    case "not-checked":
      return "too large to be checked";
  }
}

const placed = (at: string) => (at === "" ? "" : ` in ${at}`);
