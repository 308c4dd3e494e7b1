import { expect, test } from "vitest";
import { createHandClock } from "../core/handClock.fixture.ts";
import { createCache } from "./cache.ts";
import type { Outcome } from "./session/outcome.ts";

const result = (value: unknown): Outcome => ({ kind: "result", value, answer: undefined as never });
const fresh = (ttlMs: unknown, more = {}) => result({ tools: [], ttlMs, ...more });

test("a result is found again until its time is over, and only for the same params", () => {
  const clock = createHandClock();
  const cache = createCache(clock);
  const outcome = fresh(1000);
  cache.keep("tools/list", undefined, outcome);
  clock.advance(999);
  expect(cache.find("tools/list", undefined)).toBe(outcome);
  expect(cache.find("tools/list", '{"cursor":""}')).toBeUndefined();
  expect(cache.find("prompts/list", undefined)).toBeUndefined();
  clock.advance(1);
  expect(cache.find("tools/list", undefined)).toBeUndefined();
});

test.each<[string, string, Outcome]>([
  ["says nothing of it", "tools/list", result({ tools: [] })],
  ["says zero", "tools/list", fresh(0)],
  ["says less than zero", "tools/list", fresh(-5)],
  ["says no number", "tools/list", fresh("1000")],
  ["is asked for input", "resources/read", fresh(1000, { resultType: "input_required" })],
  ["is no list and no resource", "tools/call", fresh(1000)],
  [
    "is an error",
    "tools/list",
    { kind: "error", error: { code: 1, message: "" }, answer: undefined as never },
  ],
  ["never came", "tools/list", { kind: "cancelled", ms: 1 }],
])("what %s is not kept", (_, method, outcome) => {
  const cache = createCache(createHandClock());
  cache.keep(method, undefined, outcome);
  expect(cache.find(method, undefined)).toBeUndefined();
});

test("a newer result takes the place of an older one, were it one that is not kept", () => {
  const cache = createCache(createHandClock());
  cache.keep("tools/list", undefined, fresh(1000));
  cache.keep("tools/list", undefined, result({ tools: [] }));
  expect(cache.find("tools/list", undefined)).toBeUndefined();
});

test("forgetting a method takes all of its pages, and nothing else", () => {
  const cache = createCache(createHandClock());
  for (const params of [undefined, '{"cursor":"2"}']) cache.keep("tools/list", params, fresh(1000));
  cache.keep("resources/list", undefined, fresh(1000));
  cache.keep("resources/templates/list", undefined, fresh(1000));
  cache.forget("tools/list");
  cache.forget("resources/list");
  expect(cache.find("tools/list", undefined)).toBeUndefined();
  expect(cache.find("tools/list", '{"cursor":"2"}')).toBeUndefined();
  expect(cache.find("resources/templates/list", undefined)).toBeDefined();
});
