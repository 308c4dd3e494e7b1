import { expect, test } from "vitest";
import { createManualClock } from "../core/manualClock.fixture.ts";
import { createResultCache } from "./resultCache.ts";
import type { RequestOutcome } from "./session/outcome.ts";

const result = (value: unknown): RequestOutcome => ({
  kind: "result",
  value,
  answer: undefined as never,
});
const fresh = (ttlMs: unknown, more = {}) => result({ tools: [], ttlMs, ...more });

test("a result is cached until its ttl expires, for the same params only", () => {
  const clock = createManualClock();
  const cache = createResultCache(clock);
  const outcome = fresh(1000);
  cache.store("tools/list", undefined, outcome);
  clock.advance(999);
  expect(cache.find("tools/list", undefined)).toBe(outcome);
  expect(cache.find("tools/list", '{"cursor":""}')).toBeUndefined();
  expect(cache.find("prompts/list", undefined)).toBeUndefined();
  clock.advance(1);
  expect(cache.find("tools/list", undefined)).toBeUndefined();
});

test.each<[string, string, RequestOutcome]>([
  ["no ttlMs", "tools/list", result({ tools: [] })],
  ["zero", "tools/list", fresh(0)],
  ["a negative number", "tools/list", fresh(-5)],
  ["not a number", "tools/list", fresh("1000")],
  ["input required", "resources/read", fresh(1000, { resultType: "input_required" })],
  ["another method", "tools/call", fresh(1000)],
  [
    "an error",
    "tools/list",
    { kind: "error", error: { code: 1, message: "" }, answer: undefined as never },
  ],
  ["cancelled", "tools/list", { kind: "cancelled", ms: 1 }],
])("not cached: %s", (_, method, outcome) => {
  const cache = createResultCache(createManualClock());
  cache.store(method, undefined, outcome);
  expect(cache.find(method, undefined)).toBeUndefined();
});

test("a newer result replaces the cached one, even if it is not cacheable itself", () => {
  const cache = createResultCache(createManualClock());
  cache.store("tools/list", undefined, fresh(1000));
  cache.store("tools/list", undefined, result({ tools: [] }));
  expect(cache.find("tools/list", undefined)).toBeUndefined();
});

test("forgetting a method removes all of its pages and nothing else", () => {
  const cache = createResultCache(createManualClock());
  for (const params of [undefined, '{"cursor":"2"}'])
    cache.store("tools/list", params, fresh(1000));
  cache.store("resources/list", undefined, fresh(1000));
  cache.store("resources/templates/list", undefined, fresh(1000));
  cache.forget("tools/list");
  cache.forget("resources/list");
  expect(cache.find("tools/list", undefined)).toBeUndefined();
  expect(cache.find("tools/list", '{"cursor":"2"}')).toBeUndefined();
  expect(cache.find("resources/templates/list", undefined)).toBeDefined();
});
