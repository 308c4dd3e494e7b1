/** The answer that a user writes for a sampling request, with what does not fit in it. */
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { jsonErrorOf } from "../../../form/jsonAnswer.ts";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { answerProblemText } from "../../messages/samplingMessages.ts";
import { isEmptyText, type ModelAnswer } from "../../store/answerDrafts.ts";
import { blocksOf } from "../request/readRequest.ts";
import { answerToBegin, type ReadAnswer, readAnswer } from "./answerText.ts";
import { checkSamplingAnswer } from "./checkAnswer.ts";

export interface AnswerState {
  /** The whole answer as JSON text. */
  readonly text: string;
  /** Undefined where the text is not a JSON object. */
  readonly answer: ReadAnswer | undefined;
  /** Why it cannot be sent at all: it would break the message around it. */
  readonly errorText: string | undefined;
  /** Whether it is a text, and empty. */
  readonly isEmpty: boolean;
  /** The answer of a model that it began as. */
  readonly used: ModelAnswer | undefined;
  readonly problems: readonly { readonly text: string; readonly isHint: boolean }[];
  /** Whether only hints were found. */
  readonly fits: boolean;
  readonly change: (text: string) => void;
}

/**
 * @param key of the inbox item
 * @param params of the request; undefined if they cannot be read
 */
export function useAnswer(
  key: string,
  params: JsonObject | undefined,
  revision: string,
): AnswerState {
  const { answerDrafts } = useStores().sampling;
  const draft = useStore(answerDrafts, (drafts) => drafts.get(key));
  const text = draft?.answerText ?? answerToBegin;
  const answer = useMemo(() => readAnswer(text), [text]);
  const errorText = useMemo(() => (answer ? undefined : jsonErrorOf(text)), [answer, text]);
  const checked = useDeferredValue(text);
  const wrongArguments = useWrongArguments(checked, params);
  const problems = useMemo(() => {
    if (jsonErrorOf(checked) !== undefined) return [];
    const found = checkSamplingAnswer(revision, params, JSON.parse(checked));
    const own = found.map((problem) => ({
      text: answerProblemText(problem, revision),
      isHint: problem.isHint,
    }));
    const ofTools = wrongArguments.map((name) => ({
      text: answerProblemText({ code: "arguments", name }, revision),
      isHint: false,
    }));
    return [...own, ...ofTools];
  }, [checked, params, revision, wrongArguments]);
  return {
    text,
    answer,
    errorText,
    isEmpty: useMemo(() => isEmptyText(text), [text]),
    used: draft?.used,
    problems,
    fits: problems.every(({ isHint }) => isHint),
    change: (answerText) => answerDrafts.change(key, { answerText }),
  };
}

const none: readonly string[] = [];

/** The names of used tools whose arguments do not fit their schemas. */
function useWrongArguments(text: string, params: JsonObject | undefined): readonly string[] {
  const [wrong, setWrong] = useState<readonly string[]>(none);
  useEffect(() => {
    const controller = new AbortController();
    const uses = (readAnswer(text)?.blocks ?? []).filter(({ type }) => type === "tool_use");
    const checks = uses.map(async ({ path, value }) => {
      const schema = inputSchemaOf(params, value.name);
      const input = textAt(text, [...path, "input"]);
      if (schema === undefined || input === undefined) return [];
      const verdict = await checkValue(schema, input, controller.signal);
      return verdict.kind === "checked" && verdict.problems.length > 0
        ? [textOfJson(value.name)]
        : [];
    });
    void Promise.all(checks).then((found) => {
      const names = found.flat();
      if (!controller.signal.aborted) setWrong(names.length > 0 ? names : none);
    });
    return () => controller.abort();
  }, [text, params]);
  return wrong;
}

/** The schema of a tool's arguments; undefined if the request has no such tool. */
export function inputSchemaOf(params: JsonObject | undefined, name: unknown): unknown {
  const tools = Array.isArray(params?.tools) ? blocksOf(params.tools) : [];
  return getOwn(
    tools.find((tool) => getOwn(tool, "name") === name),
    "inputSchema",
  );
}
