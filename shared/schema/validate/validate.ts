/** Validates JSON text against an untrusted schema. */

import { validate as check } from "@cfworker/json-schema";
import { type JsonNode, parseJson, type TextProblem } from "../../core/json/jsonText.ts";
import { errorMessage } from "../../core/text/errorMessage.ts";
import type { Field } from "../plan/field.ts";
import { createPlanner } from "../plan/plan.ts";
import { prepare } from "../prepare/prepare.ts";
import type { SchemaProblem } from "../prepare/schemaProblem.ts";
import { correctNumbers } from "./exactNumbers.ts";
import { problemsOf, type ValueProblem } from "./problems.ts";

export type Verdict =
  /** Checked; the value is valid if `problems` is empty. */
  | {
      readonly kind: "checked";
      readonly problems: readonly ValueProblem[];
      /** Number of further problems, if not all are listed. */
      readonly more?: number;
      /** Parts of the schema that were skipped. */
      readonly schemaProblems: readonly SchemaProblem[];
    }
  /** The text is not valid JSON, or has a duplicate member. */
  | { readonly kind: "unreadable"; readonly problem: TextProblem }
  /** The value could not be checked. */
  | { readonly kind: "unchecked"; readonly reason: UncheckedReason };

/** Why a value could not be checked; some codes are set by the owner of the worker. */
type UncheckedReason =
  | { readonly code: "too-deep" }
  | { readonly code: "schema-too-deep" }
  | { readonly code: "schema-too-large" }
  | { readonly code: "timeout"; readonly limitMs: number }
  | { readonly code: "worker-failed" }
  | { readonly code: "validator-failed"; readonly text: string };

/** Maximum number of listed problems: each is a row of the page. */
const maxProblems = 200;

/**
 * Checks text against a schema; never throws, never fetches, never changes the schema. A pattern may
 * never terminate, so untrusted schemas belong in a worker with a time limit.
 *
 * @param schema the schema as it was parsed
 * @param text JSON text; blank counts as an empty object
 * @see https://json-schema.org/draft/2020-12/json-schema-validation
 */
export function validate(schema: unknown, text: string): Verdict {
  const parsed = parseJson(text.trim() === "" ? "{}" : text);
  if (parsed.kind !== "tree") return { kind: "unreadable", problem: parsed };
  const { root } = parsed;
  try {
    const prepared = prepare(schema);
    const { errors } = check(
      root && instanceOf(root),
      prepared.root,
      prepared.draft,
      prepared.lookup,
      false,
    );
    const problems = problemsOf(errors, prepared);
    const field = createPlanner(schema).plan(text, root, new Map());
    const corrected = [...correctNumbers(field, problems), ...wrongEncodings(field)];
    const more = corrected.length - maxProblems;
    return {
      kind: "checked",
      problems: corrected.slice(0, maxProblems),
      ...(more > 0 ? { more } : {}),
      schemaProblems: prepared.problems.slice(0, maxProblems),
    };
  } catch (error) {
    if (error instanceof RangeError) return { kind: "unchecked", reason: { code: "too-deep" } };
    const text = errorMessage(error);
    return { kind: "unchecked", reason: { code: "validator-failed", text } };
  }
}

/** Converts a node to a value; objects have no prototype, so that every name is an ordinary one. */
function instanceOf(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      const made: Record<string, unknown> = Object.create(null);
      for (const { key, value } of node.members) made[key] = instanceOf(value);
      return made;
    }
    case "array":
      return node.items.map(instanceOf);
    case "number":
      return Number(node.literal);
    case "null":
      return null;
    default:
      return node.value;
  }
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64.test(text);
}

/**
 * The problems of texts that are not base64 although the schema says so; an empty text has no data.
 */
function wrongEncodings(field: Field): ValueProblem[] {
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
