import { expect, test } from "vitest";
import { suggestedArgument } from "./suggestedArgument.ts";

const args = '{"region": "Hardanger", "days": 1.50}';

test("a value that the server names replaces the one that it refused, and nothing else", () => {
  const wanted = { value: "Hordaland", argumentsText: '{"region": "Hordaland", "days": 1.50}' };
  for (const meant of ["Hordaland", "“Hordaland”", '"Hordaland"']) {
    const words = `No region is named “Hardanger”. Did you mean ${meant}?`;
    expect(suggestedArgument(words, args)).toEqual(wanted);
  }
});

test.each([
  ["no value is named", "No region is named “Hardanger”."],
  ["no argument has the refused value", "No such file. Did you mean “x”?"],
  ["it is a question in words", "“Hardanger” is old. Did you mean to call another tool?"],
  ["the value is too long", `“Hardanger”? Did you mean “${"x".repeat(100)}”?`],
])("nothing is suggested where %s", (_, words) => {
  expect(suggestedArgument(words, args)).toBeUndefined();
});

test("nothing is suggested where two arguments have the refused value", () => {
  const two = '{"from":"Oslo","to":"Oslo"}';
  expect(suggestedArgument("“Oslo” is unknown. Did you mean “Os”?", two)).toBeUndefined();
});
