import { expect, test } from "vitest";
import { parseJson } from "../../../shared/core/json/jsonText.ts";
import { jsonFaultText } from "./jsonMessages.ts";

test.each([
  ["{", "The text ends before the value does"],
  ['{"a" 1}', "A colon must follow a name"],
  ['{"a": 1,}', "There is a comma before }"],
  ["[1,]", "A value is missing before ]"],
  ['{"a": }', "A value is missing before }"],
  ["[1 2]", "A comma or ] is missing"],
  ['{"a": 1 "b"', "A comma or } is missing"],
  ["01", "01 is not a JSON value"],
  ['"a\nb"', "This string is not finished, or contains a character that must be escaped"],
  ['{"a\nb": 1}', "This name is not a JSON string"],
  ["{} {}", "Nothing may follow the value"],
  ["// no", '"/" cannot start a value'],
  ["{a: 1}", "A name in double quotes is missing"],
  ['{"a": 1, "a": 2}', 'The name "a" occurs twice in one object'],
])("says what is wrong with %j", (text, expected) => {
  const parsed = parseJson(text);
  expect(parsed.kind !== "tree" && jsonFaultText(parsed.fault)).toBe(expected);
});
