/** Checks that lint finds names with two meanings, and exports without a use. */
import { expect, test } from "vitest";
import { findSharedNames, findUnusedExports } from "./names.ts";

test.each([
  ["a type", "export interface Problem {}", "export type Problem = string;"],
  ["a function", "export function read() {}", "export async function read() {}"],
  ["a constant and a function", "export const read = 1;", "export function* read() {}"],
])("%s that two modules export is reported", (_, one, other) => {
  expect(findSharedNames(new Map([["web/a.ts", one]]))).toEqual([]);
  const found = findSharedNames(
    new Map([
      ["web/a.ts", one],
      ["shared/b.ts", other],
    ]),
  );
  expect(found).toEqual([expect.stringMatching(/several meanings: web\/a\.ts, shared\/b\.ts$/)]);
});

test("two files with the same name are reported, whatever their extension", () => {
  const sources = new Map([
    ["web/a/list.tsx", ""],
    ["shared/list.ts", ""],
  ]);
  expect(findSharedNames(sources)).toHaveLength(1);
});

test("a type and a value may share a name", () => {
  const text = "export interface Label {}\nexport function Label() {}";
  expect(findSharedNames(new Map([["web/a.ts", text]]))).toEqual([]);
});

test("a value that only its own file uses is reported, and a type that nothing names", () => {
  const of = (one: string, other = "") =>
    findUnusedExports(
      new Map([
        ["web/a.ts", one],
        ["web/a.test.ts", other],
      ]),
    );
  const value = "export const limit = 1;\nconst twice = 2 * limit;";
  expect(of(value)).toEqual(["limit is exported, but used in web/a.ts only"]);
  expect(of(value, 'import { limit } from "./a.ts";')).toEqual([]);
  expect(of("export type Size = number;")).toHaveLength(1);
  expect(of("export type Size = number;\nconst size: Size = 1;")).toEqual([]);
});
