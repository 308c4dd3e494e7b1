/** Plans the field of a value without children, or of one that has to be edited as JSON. */

import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { JsonNode } from "../../core/json/jsonText.ts";
import { shortened } from "../../core/text/shortened.ts";
import type { OverBudget } from "../budget.ts";
import type { JsonReason } from "../note.ts";
import { numberOf, stringOf, typesOf } from "../schemaObject.ts";
import type { Field, FieldBase, JsonField } from "./field.ts";

/** Maximum length of an unknown type's name, in UTF-16 code units. */
const maxTypeLength = 200;

/** The type of the control: as stated by the schema, otherwise inferred from its other keywords. */
export function typeOf(
  flat: JsonObject,
  isRoot: boolean,
  node: JsonNode | undefined,
): string | undefined {
  const named = typesOf(flat)?.[0];
  if (named !== undefined) return named;
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(flat, name));
  if (has("properties", "additionalProperties", "patternProperties", "required", "propertyNames")) {
    return "object";
  }
  if (has("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"))
    return "array";
  if (has("pattern", "minLength", "maxLength", "format", "contentEncoding")) return "string";
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))
    return "number";
  return isRoot && (node === undefined || node.kind === "object") ? "object" : undefined;
}

/** A text, number or boolean control; JSON for any other type. */
export function scalarField(
  type: string | undefined,
  flat: JsonObject,
  base: FieldBase,
  node: JsonNode | undefined,
): Field {
  switch (type) {
    case "string":
      if (node && node.kind !== "string" && node.kind !== "number")
        return mismatch(base, node.kind, type);
      if (node?.kind === "string" && !isTypeable(node.value)) {
        return jsonField(base, { code: "not-typeable" });
      }
      return {
        ...base,
        kind: "string",
        multiline: isLong(flat),
        ...contentOf(flat),
        value: written(node),
      };
    case "number":
    case "integer":
      if (node && node.kind !== "string" && node.kind !== "number")
        return mismatch(base, node.kind, type);
      return {
        ...base,
        kind: "number",
        integer: type === "integer",
        value: written(node),
        limits: {
          minimum: numberOf(flat, "minimum"),
          maximum: numberOf(flat, "maximum"),
          exclusiveMinimum: numberOf(flat, "exclusiveMinimum"),
          exclusiveMaximum: numberOf(flat, "exclusiveMaximum"),
          multipleOf: numberOf(flat, "multipleOf"),
        },
      };
    case "boolean":
      if (node && node.kind !== "boolean") return mismatch(base, node.kind, type);
      return { ...base, kind: "boolean", value: node?.value };
    case undefined:
      return jsonField(base, undefined);
    default:
      return jsonField(base, { code: "unknown-type", type: shortened(type, maxTypeLength) });
  }
}

/** A value that is edited as JSON; `reason` says why, for the schema's author. */
export function jsonField(base: FieldBase, reason: JsonReason | undefined): JsonField {
  return { ...base, kind: "json", reason };
}

/** A value whose fields would exceed the budget. */
export function overBudgetField(base: FieldBase, why: OverBudget): JsonField {
  return { ...base, kind: "json", reason: undefined, overBudget: why };
}

/** A value of another type than the schema requires. */
export function mismatch(base: FieldBase, found: JsonNode["kind"], required: string): JsonField {
  return jsonField(base, { code: "wrong-type", found, required });
}

/** The content of a text box: the string, or a number's digits. */
function written(node: JsonNode | undefined): string | undefined {
  if (node?.kind === "number") return node.literal;
  return node?.kind === "string" ? node.value : undefined;
}

/** Whether a text box preserves this text unchanged. */
function isTypeable(value: string): boolean {
  return !/[\r\0]/.test(value) && value.isWellFormed();
}

/** The kind of content in the text. */
function contentOf(flat: JsonObject) {
  const format = stringOf(flat, "format");
  const mediaType = stringOf(flat, "contentMediaType");
  return {
    format: format && shortened(format, maxTypeLength),
    isBase64: stringOf(flat, "contentEncoding")?.toLowerCase() === "base64" || format === "byte",
    mediaType: mediaType && shortened(mediaType, maxTypeLength),
  };
}

function isLong(flat: JsonObject): boolean {
  const format = stringOf(flat, "format");
  return (
    format === "textarea" || format === "multiline" || (numberOf(flat, "maxLength") ?? 0) > 500
  );
}
