/** Describes a validator's finding by a code and the facts of the schema behind it. */

import type { OutputUnit } from "@cfworker/json-schema";
import { shortened } from "../../core/text/shortened.ts";

/** Keywords that limit a number, a length or a count. */
export type LimitKeyword =
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties"
  | "minContains"
  | "maxContains";

/**
 * What is wrong with a value, by a stable code; values of the schema are JSON text, truncated for
 * display.
 */
export type ProblemDetail =
  | { readonly code: "wrong-type"; readonly types: readonly string[] }
  | { readonly code: "required" }
  /** Required because another property, named as a JSON string, is present. */
  | { readonly code: "required-by"; readonly property: string | undefined }
  | { readonly code: "wrong-value"; readonly value: string }
  | { readonly code: "not-an-option"; readonly options: readonly string[] }
  | { readonly code: "limit"; readonly keyword: LimitKeyword; readonly limit: number }
  | { readonly code: "pattern"; readonly pattern: string }
  | { readonly code: "format"; readonly format: string }
  /** The text is not base64, although the schema says so. */
  | { readonly code: "not-base64" }
  | { readonly code: "duplicate-items" }
  | { readonly code: "property-name" }
  | { readonly code: "contains" }
  | { readonly code: "no-shape" }
  | { readonly code: "several-shapes" }
  | { readonly code: "unknown-property" }
  | { readonly code: "too-many-items" }
  | { readonly code: "forbidden" }
  /** A keyword without a code here, with the validator's own message. */
  | { readonly code: "other"; readonly text: string };

/** UTF-16 code units of one value of the schema. */
const maxValueLength = 80;
/** UTF-16 code units of all options together; more of them are not listed. */
const maxListLength = 320;

/**
 * @param unit the finding
 * @param schemaPath the path of the keyword, as names
 * @param asked the keyword's value in the schema
 */
export function detailOf(
  unit: OutputUnit,
  schemaPath: readonly string[],
  asked: unknown,
): ProblemDetail {
  switch (unit.keyword) {
    case "type":
      return { code: "wrong-type", types: [asked].flat().map(String) };
    case "required":
      return { code: "required" };
    case "dependentRequired":
      return { code: "required-by", property: /^Instance has (".*") but/s.exec(unit.error)?.[1] };
    case "const":
      return { code: "wrong-value", value: cutJson(asked) };
    case "enum":
      return { code: "not-an-option", options: cutOptions(Array.isArray(asked) ? asked : [asked]) };
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
    case "minContains":
    case "maxContains":
      return { code: "limit", keyword: unit.keyword, limit: Number(asked) };
    case "pattern":
      return { code: "pattern", pattern: String(asked) };
    case "format":
      return { code: "format", format: String(asked) };
    case "uniqueItems":
      return { code: "duplicate-items" };
    case "propertyNames":
      return { code: "property-name" };
    case "contains":
      return { code: "contains" };
    case "anyOf":
      return noShape(asked);
    case "oneOf":
      return /\(0 matches\)/.test(unit.error) ? noShape(asked) : { code: "several-shapes" };
    case "not":
      return { code: forbiddenBy(schemaPath.at(-2) ?? "") };
    default:
      return { code: "other", text: unit.error };
  }
}

/** Names the types to choose from if the shapes differ only by type. */
function noShape(shapes: unknown): ProblemDetail {
  const types = [shapes].flat().map((shape) => (shape as { type?: unknown } | undefined)?.type);
  const named = types.filter((type) => typeof type === "string");
  return named.length === types.length && new Set(types).size === types.length
    ? { code: "wrong-type", types: named }
    : { code: "no-shape" };
}

function forbiddenBy(keyword: string) {
  if (/^(?:additional|unevaluated)Properties$/.test(keyword)) return "unknown-property";
  if (/^(?:items|additionalItems|unevaluatedItems)$/.test(keyword)) return "too-many-items";
  return "forbidden";
}

function cutOptions(options: readonly unknown[]): string[] {
  const listed: string[] = [];
  let length = 0;
  for (const option of options) {
    const text = cutJson(option);
    length += text.length;
    if (length > maxListLength) return [...listed, "…"];
    listed.push(text);
  }
  return listed;
}

function cutJson(value: unknown): string {
  return shortened(JSON.stringify(value) ?? "", maxValueLength);
}
