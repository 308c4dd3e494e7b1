import { expect, test } from "vitest";
import { compareAnswers } from "./compareAnswers.ts";
import { defaultRules, readRules } from "./rules.ts";

const { rules, problems } = readRules(defaultRules);
const result = (value: unknown) => JSON.stringify({ result: value });
const same = (one: unknown, other: unknown) => compareAnswers(result(one), result(other), rules);

test("the default rules are valid", () => {
  expect(problems).toEqual([]);
});

test("order, formatting, and volatile members and parts of texts are ignored", () => {
  const before = {
    content: [
      { type: "text", text: "at 2026-01-02T03:04:05.678Z by 123e4567-e89b-12d3-a456-426614174000" },
    ],
    _meta: { trace: 1 },
    nextCursor: "a",
    nested: { createdAt: 1, inner: { sessionId: "x" } },
  };
  const after = {
    nested: { inner: { sessionId: "y" }, createdAt: 2 },
    nextCursor: "b",
    _meta: {},
    content: [
      { text: "at 2027-01-02T03:04:05Z by 00000000-e89b-12d3-a456-426614174000", type: "text" },
    ],
  };
  expect(same(before, after).isSame).toBe(true);
  expect(same(before, { ...after, nested: { inner: {}, createdAt: 2 } }).changes).toEqual([
    { pointer: "/result/nested/inner/sessionId", before: '"…"', after: undefined },
  ]);
});

test.each([
  ["tools", "name"],
  ["prompts", "name"],
  ["resources", "uri"],
  ["resourceTemplates", "uriTemplate"],
])("%s are compared by their %s, in any order", (list, key) => {
  const items = (...names: string[]) =>
    names.map((name) => ({ [key]: name, description: `of ${name.slice(0, 1)}` }));
  expect(same({ [list]: items("a", "b") }, { [list]: items("b", "a") }).isSame).toBe(true);
  const changed = same({ [list]: items("a", "b", "c") }, { [list]: items("c!", "b", "d", "a") });
  expect(changed.changes.map(({ pointer }) => pointer)).toEqual([
    `/result/${list}/c`,
    `/result/${list}/c!`,
    `/result/${list}/d`,
  ]);
  const [one, other] = [items("x/y"), [{ [key]: "x/y", description: "new" }]];
  expect(same({ [list]: one }, { [list]: other }).changes).toEqual([
    { pointer: `/result/${list}/x~1y/description`, before: '"of x"', after: '"new"' },
  ]);
  // names that are not unique, or masked, identify nothing
  expect(same({ [list]: items("a", "a") }, { [list]: items("a", "a") }).isSame).toBe(true);
  const masked = items("••••••••").map((item) => ({ ...item, description: "of m" }));
  expect(same({ [list]: masked }, { [list]: items("mine") }).isSame).toBe(true);
});

test("JSON inside of a text is compared as JSON, each change by its pointer", () => {
  const text = (value: unknown) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
  expect(same(text({ a: 1, time: 1 }), text({ time: 2, a: 1 })).isSame).toBe(true);
  expect(same(text({ a: 1 }), text({ a: 2, b: [] })).changes).toEqual([
    { pointer: "/result/content/0/text/a", before: "1", after: "2" },
    { pointer: "/result/content/0/text/b", before: undefined, after: "[]" },
  ]);
});

test("the marker of the relay in an environment is no part of an answer", () => {
  const env = (value: object) => ({
    content: [{ type: "text", text: JSON.stringify({ PATH: "/bin", ...value }) }],
    structuredContent: { env: { PATH: "/bin", ...value } },
  });
  const marked = env({ MCP_RELAY_PROCESS: "a1" });
  expect(same(marked, env({ MCP_RELAY_PROCESS: "b2" })).isSame).toBe(true);
  expect(same(marked, env({})).isSame).toBe(true);
  expect(same(env({}), marked).changes).toEqual([]);
  expect(same(marked, env({ MCP_OTHER: "a1" })).isSame).toBe(false);
});

test("numbers keep their digits: equal values are the same, unequal ones never", () => {
  const compare = (one: string, other: string) =>
    compareAnswers(`{"result":${one}}`, `{"result":${other}}`, rules).isSame;
  expect(compare("1.0", "1")).toBe(true);
  expect(compare("9007199254740993", "9007199254740992")).toBe(false);
  expect(compare("1e2", "100")).toBe(true);
});

test("a masked string equals every string, and nothing else", () => {
  expect(same({ key: "••••••••" }, { key: "secret" }).isSame).toBe(true);
  expect(same({ key: "a ••••••••" }, { key: "b" }).isSame).toBe(true);
  expect(same({ key: "••••••••" }, { key: 1 }).isSame).toBe(true);
  expect(same({ key: "b" }, { key: "••••••••" }).isSame).toBe(false);
});

test("results and errors, and what is not JSON, differ", () => {
  const error = JSON.stringify({ error: { code: -32602, message: "no" } });
  expect(compareAnswers(result({}), error, rules).changes).toHaveLength(2);
  expect(compareAnswers("not JSON", result({}), rules).isSame).toBe(false);
  expect(compareAnswers('{"a":1,"a":2}', '{"a":2,"a":1}', rules).isSame).toBe(false);
});

test("rules of the user: pointers with * and **, regular expressions; other lines are reported", () => {
  const { rules: own, problems: wrong } = readRules(
    "/result/items/*/id\n/result/**/at*\n~\\bv\\d+(?:\\.\\d+){2}\\b~\nfoo\n~(~\n~[b-a]~",
  );
  expect(wrong.map(({ line }) => line)).toEqual([4, 5, 6]);
  const compare = (one: unknown, other: unknown) =>
    compareAnswers(result(one), result(other), own).isSame;
  expect(compare({ items: [{ id: 1 }] }, { items: [{ id: 2 }] })).toBe(true);
  expect(compare({ items: [{ no: 1 }] }, { items: [{ no: 2 }] })).toBe(false);
  expect(compare({ deep: [{ atAll: 1 }] }, { deep: [{ atAll: 2 }] })).toBe(true);
  expect(compare({ a: "is v1.2.3 now" }, { a: "is v10.0.0 now" })).toBe(true);
  expect(compare({ a: "is v1.2.3 now" }, { a: "is v10.0 now" })).toBe(false);
});

test("matches of a regular expression are folded, empty ones are not", () => {
  const { rules: own } = readRules("~(?<=id )\\d*~");
  const { before, after } = compareAnswers(result("id 12, id "), result("id 3, id x"), own);
  expect(before).toContain('"id …, id "');
  expect(after).toContain('"id …, id x"');
});

test("hostile answers: very deep, very many changes", () => {
  const deep = (leaf: string) => `{"result":${"[".repeat(50_000)}${leaf}${"]".repeat(50_000)}}`;
  expect(compareAnswers(deep("1"), deep("2"), rules).isSame).toBe(false);
  expect(compareAnswers(deep("1"), `${deep("1")} `, rules).isSame).toBe(true);
  const many = Array.from({ length: 5000 }, (_, index) => index);
  expect(
    same(
      many,
      many.map((value) => value + 1),
    ).changes,
  ).toHaveLength(1000);
});
