/** Checks answers with a time limit: patterns of a schema, and rules of a comparison, may take forever. */
import type { CheckOptions } from "../../../shared/collections/assertions.ts";
import {
  compareAnswers,
  compareAsTexts,
} from "../../../shared/collections/compare/compareAnswers.ts";
import { defaultRules, readRules } from "../../../shared/collections/compare/rules.ts";
import { validate } from "../../../shared/schema/validate/validate.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

/** Milliseconds that one comparison may take. */
const compareLimitMs = 10_000;

/**
 * @param limitMs milliseconds that one validation may take
 * @param rulesText the rules besides those of an assertion
 */
export function timedChecks(
  limitMs: number,
  rulesText: string = defaultRules,
): Pick<CheckOptions, "validate" | "compare"> {
  return {
    validate: async (schema, text) =>
      withTimeLimit(() => validate(schema, text), limitMs) ?? {
        kind: "unchecked",
        reason: { code: "timeout", limitMs },
      },
    async compare(before, after, except) {
      const { rules } = readRules([rulesText, ...except].join("\n"));
      const compared = withTimeLimit(() => compareAnswers(before, after, rules), compareLimitMs);
      return compared ?? { ...compareAsTexts(before, after), isExhausted: true };
    },
  };
}
