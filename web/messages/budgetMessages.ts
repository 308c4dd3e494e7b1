/** Says why a part of a form is edited as JSON: drawing it would take too much work. */
import type { OverBudget } from "../../shared/schema/budget.ts";
import { counted } from "./quantities.ts";

export function budgetWords({ part, count, limit }: OverBudget): string {
  return `${reason(part, count, limit)}, so it is edited as JSON.`;
}

function reason(part: OverBudget["part"], count: number | undefined, limit: number): string {
  const most = limit.toLocaleString("en");
  switch (part) {
    case "fields":
      return count === undefined
        ? `The form has room for ${most} fields and this would be more`
        : `This needs ${counted(count, "field")} and a form shows at most ${most}`;
    case "options":
      return count === undefined
        ? `The form has room for ${most} values to choose from and this would be more`
        : `This has ${counted(count, "value")} to choose from and a form offers at most ${most}`;
    case "variants":
      return `This has ${counted(count ?? limit, "variant")} and a form offers at most ${most}`;
    case "steps":
      return count === undefined
        ? `The schema's $ref and allOf lead to more than ${most} steps`
        : `The schema holds ${counted(count, "name")} and values here, and a form reads at most ${most}`;
  }
}
