/** Checks numbers that a double cannot represent, by their digits. */
import {
  compareDecimals,
  decimalOf,
  isExact,
  isInteger,
  isMultiple,
} from "../../core/json/decimal.ts";
import { isNumberLiteral } from "../../core/json/jsonText.ts";
import type { Field, NumberField } from "../plan/field.ts";
import type { LimitKeyword } from "./problemDetail.ts";
import type { ValueProblem } from "./problems.ts";

const numeric = new Set([
  "type",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "const",
  "enum",
]);

/** Replaces problems found for rounded numbers by those of the exact ones. */
export function correctNumbers(field: Field, problems: readonly ValueProblem[]): ValueProblem[] {
  const inexact = new Map<string, ValueProblem[]>();
  const visit = (one: Field) => {
    if (one.kind === "object") one.fields.forEach(visit);
    else if (one.kind === "array") one.items.forEach(visit);
    else if (one.kind === "union") visit(one.field);
    else if (one.source !== undefined && isNumberLiteral(one.source) && !isExact(one.source)) {
      if (one.kind === "number") inexact.set(one.pointer, numberProblems(one, one.source));
      else if (one.kind === "choice" && one.selected < 0) {
        const options = one.options.map((option) => option.text);
        const detail = { code: "not-an-option", options } as const;
        inexact.set(one.pointer, [{ pointer: one.pointer, keyword: "enum", detail }]);
      }
    }
  };
  visit(field);
  const kept = problems.filter(
    ({ pointer, keyword }) => !(inexact.has(pointer) && numeric.has(keyword)),
  );
  return [...kept, ...[...inexact.values()].flat()];
}

function numberProblems(field: NumberField, literal: string): ValueProblem[] {
  const value = decimalOf(literal);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field.limits;
  const problems: ValueProblem[] = [];
  const add = (keyword: LimitKeyword, limit: number) => {
    const detail = { code: "limit", keyword, limit } as const;
    problems.push({ pointer: field.pointer, keyword, detail });
  };
  const check = (
    keyword: LimitKeyword,
    limit: number | undefined,
    isBad: (order: number) => boolean,
  ) => {
    if (limit === undefined || !Number.isFinite(limit)) return;
    if (isBad(compareDecimals(value, decimalOf(String(limit))))) add(keyword, limit);
  };
  if (field.integer && !isInteger(value)) {
    const detail = { code: "wrong-type", types: ["integer"] } as const;
    problems.push({ pointer: field.pointer, keyword: "type", detail });
  }
  check("minimum", minimum, (order) => order < 0);
  check("maximum", maximum, (order) => order > 0);
  check("exclusiveMinimum", exclusiveMinimum, (order) => order <= 0);
  check("exclusiveMaximum", exclusiveMaximum, (order) => order >= 0);
  if (multipleOf !== undefined && isMultiple(value, decimalOf(String(multipleOf))) === false) {
    add("multipleOf", multipleOf);
  }
  return problems;
}
