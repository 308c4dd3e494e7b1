import { expect, test } from "vitest";
import { readFacts } from "./facts.ts";

const kinds = { url: "string", status: "number or null", isSearched: "boolean?" } as const;

test("known facts are read, and others are left out", () => {
  expect(readFacts(kinds, { url: "a", status: null, other: {} })).toEqual({
    url: "a",
    status: null,
  });
  expect(readFacts(kinds, { url: "a", status: 404, isSearched: false })).toEqual({
    url: "a",
    status: 404,
    isSearched: false,
  });
});

test.each([
  ["a missing fact", { status: 1 }],
  ["a fact of another type", { url: "a", status: "1" }],
  ["null where it is no value", { url: null, status: 1 }],
  ["null for a fact that may be missing", { url: "a", status: 1, isSearched: null }],
  ["no object", "url"],
])("%s: nothing is read", (_, value) => {
  expect(readFacts(kinds, value)).toBeUndefined();
});
