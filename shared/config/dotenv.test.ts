import { expect, test } from "vitest";
import { parseDotenv } from "./dotenv.ts";

test.each([
  [
    "A=1\nB=two words",
    [
      ["A", "1"],
      ["B", "two words"],
    ],
  ],
  ["# a comment\n\nexport KEY=value # and why", [["KEY", "value"]]],
  ["A='kept $as # it is'", [["A", "kept $as # it is"]]],
  ['A="line\\nline \\"two\\""', [["A", 'line\nline "two"']]],
  ["URL=http://x/#frag", [["URL", "http://x/#frag"]]],
  [
    'KEY="-----BEGIN\nabc\n-----END"\nB=2',
    [
      ["KEY", "-----BEGIN\nabc\n-----END"],
      ["B", "2"],
    ],
  ],
  ["A=", [["A", ""]]],
  [
    " A = 1 \r\nB=2\r\n",
    [
      ["A", "1"],
      ["B", "2"],
    ],
  ],
  ["A=1\nA=2", [["A", "2"]]],
  [
    'A="never closed\nB=2',
    [
      ["A", '"never closed'],
      ["B", "2"],
    ],
  ],
] as const)("%j", (text, variables) => {
  expect(parseDotenv(text)).toEqual({ variables, wrong: undefined });
});

test("reports the first invalid line, and parses the others", () => {
  expect(parseDotenv("A=1\nnot one\nB=2")).toEqual({
    variables: [
      ["A", "1"],
      ["B", "2"],
    ],
    wrong: 2,
  });
});

test("quotes that are never closed, and long runs of spaces, take linear time", () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => [`A${at}`, '"open \\"'] as const);
  const text = lines.map(([name, value]) => `${name}=${value}`).join("\n");
  const { variables, wrong } = parseDotenv(`${text}\nLAST=x${" ".repeat(1_000_000)}y`);
  expect([variables.length, variables.at(-1)?.[0], wrong]).toEqual([100_001, "LAST", undefined]);
});
