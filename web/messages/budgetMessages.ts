/** Explains why part of a form is edited as JSON: it exceeds the rendering budget. */
import type { OverBudget } from "../../shared/schema/budget.ts";
import { formatCount } from "./quantities.ts";

/** Returns one sentence. */
export function overBudgetText({ part, count, limit }: OverBudget): string {
  return `${reason(part, count, limit)}, so it is edited as JSON.`;
}

function reason(part: OverBudget["part"], count: number | undefined, limit: number): string {
  const max = limit.toLocaleString("en");
  switch (part) {
    case "fields":
      return count === undefined
        ? `A form can show ${max} fields in total and this part would exceed that`
        : `This part needs ${formatCount(count, "field")} and a form can show at most ${max}`;
    case "options":
      return count === undefined
        ? `A form can offer ${max} options in total and this part would exceed that`
        : `This part has ${formatCount(count, "option")} and a form can offer at most ${max}`;
    case "variants":
      return `This part has ${formatCount(count ?? limit, "variant")} and a form can offer at most ${max}`;
    case "steps":
      return count === undefined
        ? `Resolving $ref and allOf in the schema takes more than ${max} steps`
        : `The schema of this part has ${formatCount(count, "name")} and values, and a form reads at most ${max}`;
  }
}
