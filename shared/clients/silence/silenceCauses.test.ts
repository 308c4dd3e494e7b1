import { expect, test } from "vitest";
import { clientCatalog } from "../clientCatalog.ts";
import { causesOf, silenceCauses } from "./silenceCauses.ts";

test("every cause has threads with dates, and clients of the catalogue", () => {
  const ids = clientCatalog.map(({ id }) => id);
  for (const { sources, clients = [] } of silenceCauses) {
    expect(sources.length).toBeGreaterThan(0);
    for (const { thread, date } of sources) {
      expect(thread).toMatch(/^[\w-]+\/[\w.-]+#\d+$/);
      expect(date).toMatch(/^202\d-\d\d-\d\d$/);
    }
    expect(ids).toEqual(expect.arrayContaining([...clients]));
  }
});

test("a known client gets its own causes and those of every client, an unknown one all", () => {
  const codes = (id: string | undefined) => causesOf(["call"], id).map(({ code }) => code);
  expect(codes("claude-ai")).toEqual(["old-list", "not-offered"]);
  expect(codes("chatgpt")).toEqual(["old-list-of-name", "hints-missing"]);
  expect(codes("typescript-sdk-2")).toEqual([]);
  expect(codes(undefined)).toHaveLength(4);
  expect(causesOf(["token"], "chatgpt").map(({ code }) => code)).toEqual(["form-action"]);
  expect(causesOf([], undefined)).toEqual([]);
});
