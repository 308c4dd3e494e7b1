/**
 * Checks texts that should be binary data: the validator treats their encoding as an annotation.
 */
import type { Field } from "../plan/field.ts";
import type { ValueProblem } from "./problems.ts";

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text);
}

/**
 * The problems of texts that are not base64 although the schema says so; an empty text has no data.
 */
export function wrongEncodings(field: Field): ValueProblem[] {
  switch (field.kind) {
    case "object":
      return field.fields.flatMap(wrongEncodings);
    case "array":
      return field.items.flatMap(wrongEncodings);
    case "union":
      return wrongEncodings(field.field);
    case "string": {
      const { isBase64: isData, value, pointer } = field;
      if (!isData || value === undefined || isBase64(value)) return [];
      return [{ pointer, keyword: "contentEncoding", detail: { code: "not-base64" } }];
    }
    default:
      return [];
  }
}
