/** Checks a result against the tool's `outputSchema`, by the same rule as Traffic. */
import { useMemo } from "react";
import {
  type OutputReport,
  outputOf,
  reportOutput,
} from "../../../../../shared/lint/outputSchema.ts";
import type { Verdict } from "../../../../../shared/schema/validate/validate.ts";
import { useValidation } from "../../../../form/useValidation.ts";
import type { Item } from "../../../../servers/store/catalog/items.ts";
import type { DoneRun } from "../../../store/run.ts";

export interface OutputCheck {
  /** Undefined while it is checked. */
  readonly verdict: Verdict | "missing" | undefined;
  readonly report: OutputReport | undefined;
}

/**
 * @param structuredText the text of `structuredContent`
 * @returns undefined if there is nothing to check
 */
export function useOutputCheck(
  item: Item,
  outcome: DoneRun["outcome"],
  structuredText: string | undefined,
  revision: string,
): OutputCheck | undefined {
  const { outputSchema } = item.raw;
  const schema = item.kind === "tool" ? outputSchema : undefined;
  const output =
    outcome.kind === "result" ? outputOf(revision, schema, outcome.value) : ("none" as const);
  const isPresent = output === "present";
  const { verdict } = useValidation(
    isPresent ? schema : undefined,
    isPresent ? structuredText : undefined,
  );
  return useMemo(() => {
    if (output === "none") return undefined;
    const known = output === "missing" ? output : verdict;
    return { verdict: known, report: known && reportOutput(item.name, known) };
  }, [output, verdict, item.name]);
}
