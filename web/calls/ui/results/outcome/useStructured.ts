/** Provides the JSON text of the structured content of a result, as received. */
import { getOwn } from "../../../../../shared/core/json/getOwn.ts";
import { useValueText } from "../../../../editor/useValueText.ts";
import type { DoneRun } from "../../../store/run.ts";

/** @returns undefined while it is looked for, and where there is none */
export function useStructuredText(outcome: DoneRun["outcome"]): string | undefined {
  const { value, answer } = outcome.kind === "result" ? outcome : noResult;
  const structured = getOwn(value, "structuredContent");
  return useValueText(answer.text, [[...answer.path, "structuredContent"]], structured);
}

const noResult = { value: undefined, answer: { text: "", path: [] } };
