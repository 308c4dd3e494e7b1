/** Finds the `structuredContent` of a result and its text. */
import { getOwn } from "../../../../../shared/core/json/getOwn.ts";
import { useValueText } from "../../../../editor/useValueText.ts";
import type { DoneRun } from "../../../store/run.ts";

/** The text is undefined while it is looked for. */
export function useStructured(outcome: DoneRun["outcome"]) {
  const { value, answer } = outcome.kind === "result" ? outcome : noResult;
  const structured = getOwn(value, "structuredContent");
  const text = useValueText(answer.text, [[...answer.path, "structuredContent"]], structured);
  return { structured, text };
}

const noResult = { value: undefined, answer: { text: "", path: [] } };
