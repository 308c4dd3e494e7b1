/** Compares reports and tools as the GitHub action does, and writes its comment. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import markdownIt from "markdown-it";
import { expect, test } from "vitest";
import { projectRoot } from "./runScript.ts";

const load = (file: string) => import(pathToFileURL(join(projectRoot, "action", file)).href);
const { commentText } = await load("commentText.mjs");
const { changedTools, newVerdicts } = await load("comparison.mjs");

const finding = (sentence: string, more: object = {}) => ({
  rule: "r",
  outcome: "violation",
  subject: "tools/list",
  sentence,
  ...more,
});
const sentences = (verdicts: readonly { readonly sentence: string }[]) =>
  verdicts.map(({ sentence }) => sentence);

test("a finding is new if the base has none of its rule and subject, or fewer", () => {
  const before = { verdicts: [finding("a 1"), finding("b"), finding("w", { outcome: "warning" })] };
  const after = [finding("c"), finding("b"), finding("a 2")];
  // one of two is worded otherwise, and one more is there than before
  expect(sentences(newVerdicts({ verdicts: after }, before))).toEqual(["a 2"]);
  const other = [finding("x", { subject: "prompts/list" }), finding("w")];
  expect(sentences(newVerdicts({ verdicts: [...after, ...other] }, before))).toEqual([
    "a 2",
    "x",
    "w",
  ]);
  const none = [finding("p", { outcome: "passed" }), finding("e", { isExpected: true })];
  expect(newVerdicts({ verdicts: none }, undefined)).toEqual([]);
});

test("a tool has changed if a member differs, in whatever order its members are", () => {
  const before = [{ name: "a", inputSchema: { type: "object", title: "x" } }, { name: "b" }];
  const after = [{ inputSchema: { title: "x", type: "object" }, name: "a" }, { name: "c" }];
  expect(changedTools(before, after)).toEqual({ added: ["c"], removed: ["b"], changed: [] });
  expect(changedTools(before, [{ name: "a", title: "A" }, { name: "b" }]).changed).toEqual([
    { name: "a", members: ["inputSchema", "title"] },
  ]);
  expect(changedTools(undefined, after)).toBeUndefined();
  const special = [{ name: "__proto__" }, { name: "constructor" }];
  expect(changedTools([], special).added).toEqual(["__proto__", "constructor"]);
});

const runUrl = "https://github.example/runs/42";

test.each([
  "x`` @everyone `",
  "@everyone #1 owner/repository#2",
  "<img src=x onerror=alert(1)><!-- mcp-playground -->",
  "[a](javascript:b) ![c](https://evil.example)",
  "line\n\n# heading\r\n| a | b |\n|---|---|",
  "\u202e right to left \ud800",
  "`",
  "\\`",
  " ",
])("%j is shown as code, in one line", (text) => {
  const body = commentText({
    found: [
      { command: `run ${text}`, verdicts: [finding(text, { subject: text })], isCompared: true },
    ],
    tools: { added: [text], removed: [text], changed: [{ name: text, members: [text] }] },
    runUrl,
  });
  const tokens = markdownIt({ html: true, linkify: true })
    .parse(body, {})
    .flatMap((token) => [token, ...(token.children ?? [])]);
  const shown = tokens.filter(({ type }) => type === "text" || type === "html_inline");
  expect(shown.map(({ content }) => content).join("")).not.toMatch(/everyone|img|evil|heading|#/);
  expect(tokens.filter(({ type }) => type === "link_open")).toHaveLength(1);
  expect(tokens.filter(({ type }) => type === "heading_open")).toHaveLength(1);
  expect(tokens.filter(({ type }) => type === "list_item_open")).toHaveLength(4);
  expect(body).not.toMatch(/[\u202e\ud800]/);
});

test("a comment is never longer than GitHub allows, and ends with the link to the rest", () => {
  const verdicts = Array.from({ length: 90 }, (_, at) => finding(`${at} ${"`a".repeat(5000)}`));
  const found = Array.from({ length: 9 }, () => ({ command: "check", verdicts, isCompared: true }));
  const body = commentText({ found, tools: undefined, runUrl });
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toContain("and 40 more");
  expect(body).toContain("the rest was left out");
  expect(body.endsWith(`](${runUrl})`)).toBe(true);
});

test("without a report, or a base, the comment says so", () => {
  const body = commentText({
    found: [{ command: "check", verdicts: undefined, isCompared: false }],
    reason: "No base.",
    runUrl,
  });
  expect(body).toContain("**`check`**: wrote no report.");
  expect(body).toContain("No base.");
});
