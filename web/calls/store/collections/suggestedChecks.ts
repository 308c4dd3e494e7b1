/** Finds checks in the last answer of a call: values that are not likely to differ the next time. */
import type { Assertion } from "../../../../shared/collections/collection.ts";
import {
  createPointerMatcher,
  defaultRules,
  foldText,
  readRules,
} from "../../../../shared/collections/compare/rules.ts";
import { isJsonObject, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { pointerNames, toPointer } from "../../../../shared/core/json/pointer.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";

/** The longest result that values are taken from, in UTF-16 code units; each is a scan of it. */
const maxResultLength = 256 * 1024;
/** The most characters of a value that is checked. */
const maxValueLength = 4000;

/** The value of a result at a JSON Pointer; undefined if there is none, or if it is long. */
export function valueIn(resultText: string | undefined, pointer: string): string | undefined {
  if (resultText === undefined || resultText.length > maxResultLength) return undefined;
  let text: string | undefined = resultText;
  for (const name of pointerNames(pointer)) {
    text = text && (textAt(text, [name]) ?? textAt(text, [Number(name)]));
  }
  return text !== undefined && text.length <= maxValueLength ? text : undefined;
}

/** Where a result usually says what it is about. */
const usualPlaces = [
  "/content/0/text",
  "/structuredContent",
  "/contents/0/text",
  "/messages/0/content/text",
];

/** Where a check takes its value from: a place that is not likely to differ, if there is one. */
export function placeOfValue(resultText: string | undefined): string {
  const places = [...usualPlaces, ...membersOfResult(resultText)];
  const found = places.filter((place) => valueIn(resultText, place) !== undefined);
  const stable = found.find((place) => isStable(place, valueIn(resultText, place) ?? ""));
  return stable ?? found[0] ?? "/content/0/text";
}

/** Members of the structured content that are no containers. */
function membersOfResult(resultText: string | undefined): readonly string[] {
  const content = parseJsonObject(valueIn(resultText, "/structuredContent") ?? "") ?? {};
  return Object.entries(content)
    .filter(([, value]) => !isJsonObject(value) && !Array.isArray(value))
    .map(([name]) => toPointer(["structuredContent", name]));
}

const { rules } = readRules(defaultRules);

/** Whether a value is no time and no id, by its name and its text. */
function isStable(pointer: string, valueText: string): boolean {
  const matcher = createPointerMatcher(rules);
  let state = matcher.start;
  for (const name of ["result", ...pointerNames(pointer)]) {
    const entered = matcher.enter(state, name);
    if (entered.isMatch) return false;
    state = entered.state;
  }
  // structured content as a whole has its own times and ids
  return foldText(valueText, rules) === valueText && !/^[[{]/.test(valueText);
}

interface LastAnswer {
  readonly resultText: string | undefined;
  readonly ms: number | undefined;
  readonly hasOutputSchema: boolean;
}

/** Values that are suggested. */
const maxValues = 2;

/** Checks that pass with the last answer, and that a call does not have yet. */
export function suggestedChecks(
  assertions: readonly Assertion[],
  { resultText, ms, hasOutputSchema }: LastAnswer,
): readonly Assertion[] {
  const has = (kind: Assertion["kind"]) => assertions.some((each) => each.kind === kind);
  const values = membersOfResult(resultText)
    .filter((at) => !assertions.some((each) => "at" in each && each.at === at))
    .map((at) => ({ kind: "equals" as const, at, valueText: valueIn(resultText, at) ?? "" }))
    .filter(({ at, valueText }) => valueText !== "" && isStable(at, valueText));
  return [
    ...values.slice(0, maxValues),
    ...(hasOutputSchema && !has("fits-output-schema")
      ? [{ kind: "fits-output-schema" as const }]
      : []),
    ...(ms !== undefined && !has("faster-than")
      ? [{ kind: "faster-than" as const, ms: Math.max(100, Math.ceil(ms / 20) * 100) }]
      : []),
  ];
}
