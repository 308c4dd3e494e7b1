import { expect, test } from "vitest";
import { createTraceContext, isTraceparent, isTracestate } from "./traceContext.ts";

const given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test("each request is a span of its own in one trace, also if it is composed twice", () => {
  let next = 0;
  const bytes = (length: number) => new Uint8Array(length).fill(next++);
  const meta = createTraceContext(() => ({ parent: "auto", state: "vendor=a" }), bytes);
  const [first, again, second] = [meta(1), meta(1), meta(2)];
  expect(first).toEqual(again);
  const [one, two] = [first, second].map((each) => JSON.parse(each?.traceparent ?? ""));
  expect(isTraceparent(one)).toBe(true);
  expect(one.split("-")[1]).toBe(two.split("-")[1]);
  expect(one.split("-")[2]).not.toBe(two.split("-")[2]);
  expect(second?.tracestate).toBe('"vendor=a"');
});

test.each([
  ["", {}],
  ["00-0-0-01", {}],
  [given, { traceparent: JSON.stringify(given) }],
])("%j sends %j", (parent, sent) => {
  const meta = createTraceContext(
    () => ({ parent, state: "" }),
    () => new Uint8Array(16),
  );
  expect(meta(1)).toEqual(sent);
});

test.each([
  [given, true],
  [given.toUpperCase(), false],
  [given.replace(/^00/, "ff"), false],
  ["00-00000000000000000000000000000000-b7ad6b7169203331-01", false],
])("traceparent %s: %s", (text, isValid) => {
  expect(isTraceparent(text)).toBe(isValid);
});

test.each([
  ["congo=t61rcWkgMzE,rojo=00f067aa0ba902b7", true],
  ["fw529a3039@dt=FfAAAAA", true],
  ["a=1,a=2", false],
  ["a", false],
  ["a=\u00e9", false],
  ["x=y,".repeat(40), false],
])("tracestate %s: %s", (text, isValid) => {
  expect(isTracestate(text)).toBe(isValid);
});
