import { expect, test } from "vitest";
import { syntaxProblem } from "./errorOutput.ts";

test.each<readonly [string, readonly string[], unknown]>([
  [
    "Node",
    [
      "file:///home/me/weather.mjs:16",
      "syntax error here (",
      "       ^^^^^",
      "",
      "SyntaxError: Unexpected identifier 'error'",
      "    at compileSourceTextModule (node:internal/modules/esm/utils:319:16)",
    ],
    {
      file: "weather.mjs",
      line: 16,
      lines: ["syntax error here (", "       ^^^^^", "SyntaxError: Unexpected identifier 'error'"],
    },
  ],
  [
    "Python",
    [
      "Traceback (most recent call last):",
      '  File "/srv/main.py", line 1, in <module>',
      "    import tools",
      '  File "C:\\srv\\tools.py", line 3',
      "    def add(",
      "           ^",
      "SyntaxError: '(' was never closed",
    ],
    {
      file: "tools.py",
      line: 3,
      lines: ["    def add(", "           ^", "SyntaxError: '(' was never closed"],
    },
  ],
  ["no place", ["SyntaxError: Unexpected token"], undefined],
  ["another error", ["/srv/a.mjs:3", "throw new Error()", "Error: no"], undefined],
])("the place of a syntax error: %s", (_, lines, expected) => {
  expect(syntaxProblem(lines.join("\n"))).toEqual(expected);
});
