import { expect, test } from "vitest";
import { compileGlob, splitGlob } from "./glob.ts";

const matches = (pattern: string, path: string) => {
  const glob = compileGlob(pattern);
  if (!glob) throw new Error("too complex");
  return glob.matches(path);
};

test.each<readonly [pattern: string, yes: readonly string[], no: readonly string[]]>([
  ["*.js", ["a.js", ".js", ".hidden.js"], ["a/b.js", "a.jsx", "js"]],
  ["**/*.js", ["a.js", "a/b.js", "a/b/c.js"], ["a/b.ts"]],
  ["src/**", ["src", "src/a", "src/a/b"], ["source", "lib/src"]],
  ["**/node_modules/**", ["node_modules", "a/node_modules/b"], ["node_modules2"]],
  ["a?c", ["abc", "a€c", "a😀c"], ["ac", "a/c", "abbc"]],
  ["{src,lib}/*.{js,ts}", ["src/a.js", "lib/b.ts"], ["src/a.py", "test/a.js"]],
  ["{a/b,c{d,e}}/x", ["a/b/x", "cd/x", "ce/x"], ["a/x", "c/x"]],
  ["[a-c][!a-c]", ["ad", "c€"], ["aa", "dd", "a"]],
  ["[]x]", ["]", "x"], ["a"]],
  ["[ab", ["[ab"], ["a"]],
  ["\\*\\{a", ["*{a"], ["x{a"]],
  ["{a}", ["{a}"], ["a"]],
  ["a**b", ["ab", "axxb"], ["a/b"]],
  ["(a|b)+", ["(a|b)+"], ["a", "ab"]],
  ["**/a/**/b", ["a/b", "x/a/y/a/z/b"], ["b/a", "a/c"]],
  ["$^.", ["$^."], ["$^x"]],
  ["#a", ["#a"], ["a"]],
])("%s", (pattern, yes, no) => {
  expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
  expect(no.filter((path) => matches(pattern, path))).toEqual([]);
});

test.each([
  ["src/*.js", "src", "*.js"],
  ["/srv/x/**/*.js", "/srv/x", "**/*.js"],
  ["/*.js", "/", "*.js"],
  ["**", "", "**"],
  ["../a/{b,c}/d", "../a", "{b,c}/d"],
])("%s is watched from %s", (pattern, base, glob) => {
  expect(splitGlob(pattern)).toEqual({ base, glob });
});

test.each([
  [`${"{a,".repeat(300)}${"}".repeat(300)}`],
  ["{a,b}".repeat(100)],
  [`{${"a,".repeat(400)}a}`],
])("%.20s… is refused", (pattern) => {
  expect(compileGlob(pattern)).toBeUndefined();
});

test("matches pathological globs in a bounded number of steps", () => {
  // a file system allows names of 255 bytes; an exponential matcher would never return
  expect(matches(`${"*a".repeat(100)}b`, "a".repeat(255))).toBe(false);
  expect(matches(`${"**/a/".repeat(100)}b`, `${"a/".repeat(1000)}c`)).toBe(false);
});
