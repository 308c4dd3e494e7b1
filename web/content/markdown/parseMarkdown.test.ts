import { expect, test } from "vitest";
import { linkTarget } from "./linkTarget.ts";
import { looksLikeMarkdown } from "./looksLikeMarkdown.ts";
import { parseMarkdown } from "./parseMarkdown.ts";

const nodes = (text: string) => parseMarkdown(text).blocks.map(({ node }) => node);

test("CommonMark and tables become data", () => {
  expect(nodes("# A *b*\n\n- one\n- two\n\n3. three")).toEqual([
    { tag: "h1", children: ["A ", { tag: "em", children: ["b"] }] },
    {
      tag: "ul",
      children: [
        { tag: "li", children: ["one"] },
        { tag: "li", children: ["two"] },
      ],
    },
    { tag: "ol", start: 3, children: [{ tag: "li", children: ["three"] }] },
  ]);
  expect(nodes("|a|b|\n|:-|-:|\n|1|`2`|")).toEqual([
    {
      tag: "table",
      children: [
        {
          tag: "thead",
          children: [
            {
              tag: "tr",
              children: [
                { tag: "th", align: "left", children: ["a"] },
                { tag: "th", align: "right", children: ["b"] },
              ],
            },
          ],
        },
        {
          tag: "tbody",
          children: [
            {
              tag: "tr",
              children: [
                { tag: "td", align: "left", children: ["1"] },
                { tag: "td", align: "right", children: [{ tag: "code", text: "2" }] },
              ],
            },
          ],
        },
      ],
    },
  ]);
  expect(nodes("```ts x\nlet a;\n```")).toEqual([{ tag: "pre", text: "let a;", language: "ts" }]);
});

test("HTML stays text, and lines stay lines", () => {
  expect(nodes("<img src=x onerror=alert(1)>\n<b>bold</b>")).toEqual([
    {
      tag: "p",
      children: ["<img src=x onerror=alert(1)>", { tag: "br", children: [] }, "<b>bold</b>"],
    },
  ]);
});

test("a block that is too large, and blocks beyond the limit, become source text", () => {
  const table = `|a|b|\n|-|-|\n${"|1|2|\n".repeat(1000)}`;
  expect(nodes(`${table}\nafter`)).toEqual([
    { tag: "pre", text: table.trimEnd(), language: "" },
    { tag: "p", children: ["after"] },
  ]);
  const { blocks, rest } = parseMarkdown("a *b*\n\n".repeat(10_000));
  expect(blocks.length).toBeGreaterThan(2000);
  expect(blocks.length + rest.split("\n\n").length - 1).toBe(10_000);
});

test("nesting is limited", () => {
  for (const text of ["> ".repeat(5000), "- ".repeat(5000), `${"*a ".repeat(300)}`]) {
    expect(depthOf(parseMarkdown(text))).toBeLessThan(220);
  }
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test.each([
  ["https://example.com/a?b", "example.com"],
  ["http://user:secret@evil.example:81/x", "evil.example:81"],
  ["https://раураl.com/", "xn--l-7sba6dbr.com"],
  ["mailto:a@example.com", "a@example.com"],
])("%s leads to %s", (href, host) => {
  expect(linkTarget(href)?.host).toBe(host);
});

test.each([
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "vscode://file/x",
  "//example.com/x",
  "/relative",
  "#fragment",
  "",
])("%j leads nowhere", (href) => {
  expect(linkTarget(href)).toBeUndefined();
});

test("Markdown is distinguished from plain text and JSON", () => {
  for (const text of ["# Title", "a **b** c", "- a\n- b", "see [x](https://e.org)", "|a|\n|---|"]) {
    expect([text, looksLikeMarkdown(text)]).toEqual([text, true]);
  }
  for (const text of ["Echo: hello", '{"a": "**b**"}', "[1, 2]", "2 * 3 * 4", "a_b_c", "- one"]) {
    expect([text, looksLikeMarkdown(text)]).toEqual([text, false]);
  }
});
