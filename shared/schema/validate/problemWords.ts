/** Says a validator's finding in words a person can act on. */
import type { OutputUnit } from "@cfworker/json-schema";
import { count } from "../prepare/hints.ts";

const longest = 80;

/**
 * @param schemaPath where the keyword stands, in names
 * @param asked what the schema says there
 */
export function wordsFor(unit: OutputUnit, schemaPath: readonly string[], asked: unknown): string {
  const value = typeof asked === "string" ? asked : short(asked);
  const number = typeof asked === "number" ? asked : 0;
  switch (unit.keyword) {
    case "type":
      return `Must be ${[asked].flat().map(article).join(" or ")}`;
    case "required":
      return "Required";
    case "dependentRequired":
      return `Required because ${/^Instance has (".*") but/s.exec(unit.error)?.[1] ?? "another property"} is there`;
    case "const":
      return `Must be ${short(asked)}`;
    case "enum":
      return `Must be one of ${
        Array.isArray(asked)
          ? asked
              .map(short)
              .join(", ")
              .slice(0, 4 * longest)
          : value
      }`;
    case "minimum":
      return `Must be at least ${value}`;
    case "maximum":
      return `Must be at most ${value}`;
    case "exclusiveMinimum":
      return `Must be more than ${value}`;
    case "exclusiveMaximum":
      return `Must be less than ${value}`;
    case "multipleOf":
      return `Must be a multiple of ${value}`;
    case "minLength":
      return `Must have at least ${count(number, "character")}`;
    case "maxLength":
      return `Must have at most ${count(number, "character")}`;
    case "pattern":
      return `Must match ${value}`;
    case "format":
      return `Must be a valid ${value}`;
    case "minItems":
      return `Must have at least ${count(number, "item")}`;
    case "maxItems":
      return `Must have at most ${count(number, "item")}`;
    case "uniqueItems":
      return "Must not hold an item twice";
    case "minProperties":
      return `Must have at least ${number} ${number === 1 ? "property" : "properties"}`;
    case "maxProperties":
      return `Must have at most ${number} ${number === 1 ? "property" : "properties"}`;
    case "propertyNames":
      return "Holds a property whose name is not allowed";
    case "contains":
      return "Must hold an item of the asked kind";
    case "minContains":
    case "maxContains":
      return `Must hold at ${unit.keyword === "minContains" ? "least" : "most"} ${count(number, "item")} of the asked kind`;
    case "anyOf":
      return fitsNone(asked);
    case "oneOf":
      return /\(0 matches\)/.test(unit.error)
        ? fitsNone(asked)
        : "Fits several shapes where only one may fit";
    case "not":
      return forbidden(schemaPath);
    default:
      return unit.error;
  }
}

/** Names the types to choose from where the shapes differ by type alone. */
function fitsNone(shapes: unknown): string {
  const types = [shapes].flat().map((shape) => (shape as { type?: unknown } | undefined)?.type);
  const differ =
    new Set(types).size === types.length && types.every((type) => typeof type === "string");
  return differ ? `Must be ${types.map(article).join(" or ")}` : "Fits none of the allowed shapes";
}

function forbidden(schemaPath: readonly string[]): string {
  const keyword = schemaPath.at(-2) ?? "";
  if (/^(?:additional|unevaluated)Properties$/.test(keyword))
    return "The schema allows no such property";
  if (/^(?:items|additionalItems|unevaluatedItems)$/.test(keyword))
    return "The schema allows no more items";
  return "The schema forbids this value";
}

function article(type: unknown): string {
  if (type === "null") return "null";
  return `${/^[aeio]/.test(String(type)) ? "an" : "a"} ${type}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
