/** Checks the numbers that a double cannot hold on their digits. */
import {
  compareDecimals,
  decimalOf,
  isExact,
  isInteger,
  isMultiple,
} from "../../core/json/decimal.ts";
import { isNumberLiteral } from "../../core/json/jsonText.ts";
import type { Field, NumberField } from "../plan/field.ts";
import type { Problem } from "./problems.ts";

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

/** Replaces what was found on rounded numbers by what their digits say. */
export function correctNumbers(field: Field, problems: readonly Problem[]): Problem[] {
  const inexact = new Map<string, Problem[]>();
  const visit = (one: Field) => {
    if (one.kind === "object") one.fields.forEach(visit);
    else if (one.kind === "array") one.items.forEach(visit);
    else if (one.kind === "union") visit(one.field);
    else if (one.source !== undefined && isNumberLiteral(one.source) && !isExact(one.source)) {
      if (one.kind === "number") inexact.set(one.pointer, numberProblems(one, one.source));
      else if (one.kind === "choice" && one.selected < 0) {
        const words = `Must be one of ${one.options.map((option) => option.text).join(", ")}`;
        inexact.set(one.pointer, [{ pointer: one.pointer, keyword: "enum", words }]);
      }
    }
  };
  visit(field);
  const kept = problems.filter(
    ({ pointer, keyword }) => !(inexact.has(pointer) && numeric.has(keyword)),
  );
  return [...kept, ...[...inexact.values()].flat()];
}

function numberProblems(field: NumberField, literal: string): Problem[] {
  const value = decimalOf(literal);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = field.limits;
  const problems: Problem[] = [];
  const check = (
    limit: number | undefined,
    keyword: string,
    words: string,
    isBad: (order: number) => boolean,
  ) => {
    if (limit === undefined || !Number.isFinite(limit)) return;
    if (!isBad(compareDecimals(value, decimalOf(String(limit))))) return;
    problems.push({ pointer: field.pointer, keyword, words: `Must be ${words} ${limit}` });
  };
  if (field.integer && !isInteger(value)) {
    problems.push({ pointer: field.pointer, keyword: "type", words: "Must be an integer" });
  }
  check(minimum, "minimum", "at least", (order) => order < 0);
  check(maximum, "maximum", "at most", (order) => order > 0);
  check(exclusiveMinimum, "exclusiveMinimum", "more than", (order) => order <= 0);
  check(exclusiveMaximum, "exclusiveMaximum", "less than", (order) => order >= 0);
  if (multipleOf !== undefined && isMultiple(value, decimalOf(String(multipleOf))) === false) {
    problems.push({
      pointer: field.pointer,
      keyword: "multipleOf",
      words: `Must be a multiple of ${multipleOf}`,
    });
  }
  return problems;
}
