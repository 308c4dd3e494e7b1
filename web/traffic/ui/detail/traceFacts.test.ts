import { expect, test } from "vitest";
import { traceFacts } from "./traceFacts.ts";

const trace = "0af7651916cd43dd8448eb211c80319c";
const parent = (flags: string) => `00-${trace}-b7ad6b7169203331-${flags}`;
const request = (_meta: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x", _meta } });

test("a request has its trace, span and state", () => {
  const text = request({ traceparent: parent("01"), tracestate: "vendor=1,other=2" });
  expect(traceFacts(text)).toEqual([
    `trace ${trace}`,
    "span b7ad6b7169203331",
    "sampled",
    "state vendor=1,other=2",
  ]);
  expect(traceFacts(request({ traceparent: parent("00") }))).toContain("not sampled");
});

test("so has a result, and a message of a batch", () => {
  const result = { jsonrpc: "2.0", id: 1, result: { _meta: { traceparent: parent("01") } } };
  expect(traceFacts(JSON.stringify(result))).toContain(`trace ${trace}`);
  expect(traceFacts(`[{"id":2,"result":{}},${JSON.stringify(result)}]`)).toContain("sampled");
});

test("what has no trace context, or has it elsewhere, has no facts", () => {
  expect(traceFacts(request({}))).toEqual([]);
  expect(traceFacts(`{"params":{"arguments":{"traceparent":"${parent("01")}"}}}`)).toEqual([]);
  expect(traceFacts('"traceparent" is no JSON')).toEqual([]);
});

test("a value that is not valid is said to be so, cut, with hidden characters shown", () => {
  for (const [value, shown] of [
    [`00-${"0".repeat(32)}-b7ad6b7169203331-01`, "00-000"],
    [7, "a value of the type number"],
    [null, "a value of the type object"],
  ] as const) {
    const [fact, ...others] = traceFacts(request({ traceparent: value }));
    expect(fact).toContain(`traceparent is not valid: ${shown}`);
    expect(others).toEqual([]);
  }
  const [state = ""] = traceFacts(request({ tracestate: `\u202e${"x".repeat(5000)}` }));
  expect(state).toMatch(/^tracestate is not valid: .*…$/);
  expect(state).not.toContain("\u202e");
  expect(state.length).toBeLessThan(200);
});
