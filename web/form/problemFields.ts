/** Relates the problems of a value to the fields of its form. */
import { parseJson } from "../../shared/core/json/jsonText.ts";
import { pointerNames } from "../../shared/core/json/pointer.ts";
import type { Field } from "../../shared/schema/plan/field.ts";
import { createPlanner } from "../../shared/schema/plan/plan.ts";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";

/** The fields that a form shows for a text; undefined if it is not JSON. */
export function planOf(schema: unknown, text: string): Field | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== "tree") return undefined;
  return createPlanner(schema).plan(text, parsed.root, new Map());
}

/**
 * Names what has to be filled in: where a required group is missing, its required fields.
 * @param root the fields; undefined if there is no form
 */
export function problemsOfFields(
  root: Field | undefined,
  problems: readonly ValueProblem[],
): readonly ValueProblem[] {
  return problems.flatMap((problem) =>
    problem.keyword === "required"
      ? missingIn(wayTo(root, problem.pointer).at(-1), problem)
      : problem,
  );
}

function missingIn(field: Field | undefined, problem: ValueProblem): readonly ValueProblem[] {
  const inside = field?.pointer === problem.pointer ? fieldsIn(field) : [];
  const required = inside.filter((one) => one.required);
  if (required.length === 0) return [problem];
  return required.flatMap((one) => missingIn(one, { ...problem, pointer: one.pointer }));
}

/** The labels of the fields on the way to a value, and the names where there is no field. */
export function labelsOf(root: Field | undefined, pointer: string): readonly string[] {
  const way = wayTo(root, pointer);
  const names = pointerNames(pointer).slice(way.at(-1)?.path.length ?? 0);
  return [...way.map(({ label }) => label), ...names];
}

/** The fields from one below the root to that of a value, or to the nearest one around it. */
function wayTo(root: Field | undefined, pointer: string): readonly Field[] {
  const way: Field[] = [];
  let next = root;
  while (next) {
    next = fieldsIn(next).find((one) => `${pointer}/`.startsWith(`${one.pointer}/`));
    if (next) way.push(next);
  }
  return way;
}

function fieldsIn(field: Field): readonly Field[] {
  if (field.kind === "union") return fieldsIn(field.field);
  return field.kind === "object" ? field.fields : field.kind === "array" ? field.items : [];
}
