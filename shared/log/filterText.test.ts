import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type FilterNode,
  readFilterText,
  serverTerm,
  termsOf,
  toggleTerm,
  wordAt,
} from "./filterText.ts";

const shown = (node: FilterNode | undefined): string => {
  if (!node) return "";
  if (node.kind === "not") return `!${shown(node.part)}`;
  if (node.kind !== "term")
    return `(${node.parts.map(shown).join(node.kind === "and" ? " " : "|")})`;
  const value = node.isPattern ? `/${node.value}/` : node.value;
  return node.prefix ? `${node.prefix}=${value}` : value;
};

test.each([
  ["a b", "(a b)"],
  ["a AND b", "(a b)"],
  ["a b or c", "((a b)|c)"],
  ["a or b c", "(a|(b c))"],
  ["(a or b) c", "((a|b) c)"],
  ["not a b", "(!a b)"],
  ["not not a", "!!a"],
  ["-(a or b)", "!(a|b)"],
  ["-32602", "-32602"],
  ["--a", "a"],
  ['"or" and "a b"', "(or a b)"],
  ['text:"a (b"', "text=a (b"],
  ["f(x) y", "(f(x) y)"],
  ["(f(x))", "f(x)"],
  [":)", ":)"],
  ["/a b/ c", "(/a b/ c)"],
  ["/mcp/tools", "/mcp/tools"],
  ["/[/]x/", "/[/]x/"],
  ["text:/A\\/b/", "text=/A\\/b/"],
  ["(/a/)", "/a/"],
  ["method: a", "a"],
  ["-", ""],
])("%j is read as %s", (text, tree) => {
  expect(readFilterText(text)).toMatchObject({ problem: undefined });
  expect(shown(readFilterText(text).root)).toBe(tree);
});

test.each([
  ["a or", "missing-term", 2, "a"],
  ["or a", "missing-term", 0, "a"],
  ["a and or b", "missing-term", 2, "(a|b)"],
  ["not", "missing-term", 0, ""],
  ["a (b", "missing-end", 2, "(a b)"],
  ["a ) b", "extra-end", 2, "(a b)"],
  ["()", undefined, 0, ""],
  [`${"(".repeat(40)}a`, "too-deep", 30, ""],
  ["a".repeat(2001), "too-long", 2000, "a".repeat(2000)],
])("%j has the problem %s at %d, and what can be read remains", (text, code, start, tree) => {
  const { root, problem } = readFilterText(text);
  expect(problem?.code).toBe(code);
  if (problem) expect(problem.start).toBe(start);
  expect(shown(root)).toBe(tree);
});

test.each([
  ["", "dir:in", "dir:in"],
  ["dir:in", "dir:in", ""],
  ["a  dir:in b", "dir:in", "a b"],
  ['body:"a b"', "is:problem", 'body:"a b" is:problem'],
  ["a or b", "is:problem", "(a or b) is:problem"],
  ["(a or b) is:problem", "is:problem", "(a or b)"],
  ["(a) or (b)", "is:problem", "((a) or (b)) is:problem"],
  ["a and is:problem", "is:problem", "a"],
  ["method:", "is:problem", "method: is:problem"],
  ["a or", "is:problem", "a is:problem"],
])("%j with %s switched is %j", (text, term, result) => {
  expect(toggleTerm(text, term)).toBe(result);
});

test("the name of a server is one term", () => {
  for (const name of ["a", "a b", "a (b)", 'a "b"'])
    expect(termsOf(serverTerm(name))).toHaveLength(1);
});

test.each([
  ["dir:in by:", 10, "by:"],
  ["dir:in -by:mo x", 11, "by:mo"],
  ["(tool:ec)", 6, "tool:ec"],
  ['server:"a b', 11, 'server:"a b'],
  ["a ", 2, ""],
])("in %j the word at %d is %j", (text, caret, word) => {
  const { start, end } = wordAt(text, caret);
  expect(text.slice(start, end)).toBe(word);
});

const piece = fc.constantFrom(
  "a",
  "-",
  "(",
  ")",
  "or",
  "and",
  "not",
  "/",
  '"',
  ":",
  "dir",
  "\\",
  "[",
  "]",
  " ",
  "5",
);

test("any text is read, its parts lie within it, and its terms read the same again", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const { root, problem } = readFilterText(text);
      const visit = (node: FilterNode) => {
        expect(node.start).toBeGreaterThanOrEqual(0);
        expect(node.end).toBeGreaterThan(node.start);
        expect(node.end).toBeLessThanOrEqual(text.length);
        if (node.kind === "not") visit(node.part);
        else if (node.kind !== "term") node.parts.forEach(visit);
      };
      if (root) visit(root);
      if (problem) expect(problem.end).toBeLessThanOrEqual(text.length);
      toggleTerm(text, "is:problem");
    }),
  );
});
