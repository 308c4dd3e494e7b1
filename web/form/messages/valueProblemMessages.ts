/** User-facing text for schema problems and for values that could not be checked. */

import { withArticle } from "../../../shared/core/text/shortened.ts";
import type { LimitKeyword } from "../../../shared/schema/validate/problemDetail.ts";
import type { ValueProblem } from "../../../shared/schema/validate/problems.ts";
import type { Verdict } from "../../../shared/schema/validate/validate.ts";
import { formatCount } from "../../messages/quantities.ts";

/** States what is wrong with a value, as a sentence without its full stop. */
export function problemText({ detail }: ValueProblem): string {
  switch (detail.code) {
    case "wrong-type":
      return `Must be ${detail.types.map(withArticle).join(" or ")}`;
    case "required":
      return "Required";
    case "required-by":
      return `Required because ${detail.property ?? "another property"} is present`;
    case "wrong-value":
      return `Must be ${detail.value}`;
    case "not-an-option":
      return `Must be one of ${detail.options.join(", ")}`;
    case "limit":
      return limitText(detail.keyword, detail.limit);
    case "pattern":
      return `Must match ${detail.pattern}`;
    case "format":
      return `Must be a valid ${detail.format}`;
    case "not-base64":
      return "Must be base64: choose a file, or paste its bytes as base64";
    case "duplicate-items":
      return "Must not contain the same item twice";
    case "property-name":
      return "Contains a property whose name is not allowed";
    case "contains":
      return "Must contain an item of the required kind";
    case "no-shape":
      return "Matches none of the allowed variants";
    case "several-shapes":
      return "Matches several variants, but must match exactly one";
    case "unknown-property":
      return "The schema does not allow this property";
    case "too-many-items":
      return "The schema does not allow more items";
    case "forbidden":
      return "The schema forbids this value";
    case "other":
      return detail.text;
  }
}

/** States why a value was not validated, as a sentence. */
export function uncheckedText({ reason }: Extract<Verdict, { kind: "unchecked" }>): string {
  switch (reason.code) {
    case "too-deep":
      return "Not validated: the value or its schema is nested too deeply.";
    case "schema-too-deep":
      return "Not validated: the schema is nested too deeply.";
    case "schema-too-large":
      return "Not validated: the schema is too large.";
    case "timeout":
      return `Not validated: validation took longer than ${reason.limitMs / 1000} s.`;
    case "worker-failed":
      return "Not validated: the validation worker failed.";
    case "validator-failed":
      return `Not validated: the validator failed: ${reason.text}`;
  }
}

function limitText(keyword: LimitKeyword, limit: number): string {
  switch (keyword) {
    case "minimum":
      return `Must be at least ${limit}`;
    case "maximum":
      return `Must be at most ${limit}`;
    case "exclusiveMinimum":
      return `Must be more than ${limit}`;
    case "exclusiveMaximum":
      return `Must be less than ${limit}`;
    case "multipleOf":
      return `Must be a multiple of ${limit}`;
    case "minLength":
      return `Must have at least ${formatCount(limit, "character")}`;
    case "maxLength":
      return `Must have at most ${formatCount(limit, "character")}`;
    case "minItems":
      return `Must have at least ${formatCount(limit, "item")}`;
    case "maxItems":
      return `Must have at most ${formatCount(limit, "item")}`;
    case "minProperties":
      return `Must have at least ${formatCount(limit, "property", "properties")}`;
    case "maxProperties":
      return `Must have at most ${formatCount(limit, "property", "properties")}`;
    case "minContains":
      return `Must contain at least ${formatCount(limit, "item")} of the required kind`;
    case "maxContains":
      return `Must contain at most ${formatCount(limit, "item")} of the required kind`;
  }
}
