import { describe, expect, test } from "vitest";
import { composeAnswer, composeNotification, composeRequest, withMeta } from "./composeMessage.ts";

/** Texts that parsing and serializing would change. */
const delicate = [
  "{}",
  '{ "a" : 1.0 }',
  '{"n":12345678901234567890,"e":1e400,"z":-0,"d":1.50}',
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1},"constructor":null}',
  '{"\\u0061":"\\ud800 \\/ ä"}',
  '{\n\t"b": [1,\r\n2],\n\t"a": {}\n}',
  "[1, 2]",
  "null",
  "{ broken",
];

describe.each(delicate)("the text %j", (text) => {
  test("is inserted into a request unchanged", () => {
    expect(composeRequest(1, "tools/call", text)).toBe(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${text}}`,
    );
  });

  test("is inserted into a notification and a response unchanged", () => {
    expect(composeNotification("n", text)).toBe(`{"jsonrpc":"2.0","method":"n","params":${text}}`);
    expect(composeAnswer("1.0", "result", text)).toBe(
      `{"jsonrpc":"2.0","id":1.0,"result":${text}}`,
    );
    expect(composeAnswer('"a"', "error", text)).toBe(`{"jsonrpc":"2.0","id":"a","error":${text}}`);
  });
});

test("without params there is no member", () => {
  expect(composeRequest("a", "ping")).toBe('{"jsonrpc":"2.0","id":"a","method":"ping"}');
  expect(composeNotification("n")).toBe('{"jsonrpc":"2.0","method":"n"}');
});

test("ids and methods are quoted as JSON", () => {
  const text = composeRequest('a"\n', 'm"\\');
  expect(JSON.parse(text)).toEqual({ jsonrpc: "2.0", id: 'a"\n', method: 'm"\\' });
});

/** Params, and the same with the progress token `7`. */
const tokens: readonly (readonly [params: string, withToken: string])[] = [
  ["{}", '{"_meta":{"progressToken":7}}'],
  ['{"_meta":{}}', '{"_meta":{"progressToken":7}}'],
  ['{"a": 1.0 ,"a":1e400}', '{"a": 1.0 ,"a":1e400,"_meta":{"progressToken":7}}'],
  ['{"a":1,"_meta":{"x": [ ]}}', '{"a":1,"_meta":{"x": [ ],"progressToken":7}}'],
  ["{\n}", '{"_meta":{"progressToken":7}\n}'],
];

test.each(tokens)(
  "a progress token is added to %j without changing other bytes",
  (params, expected) => {
    const asked = withMeta(params, { progressToken: "7" });
    expect(asked).toBe(expected);
    expect(JSON.parse(asked ?? "")).toMatchObject({ _meta: { progressToken: 7 } });
  },
);

test.each(["[1]", "null", "12", '"text"', "", '{"_meta":1}', '{"_meta":[]}', "{ broken"])(
  "%j holds no token, and stays as it is",
  (params) => {
    expect(withMeta(params, { progressToken: "7" })).toBe(params);
  },
);

test("params are created only if there is something to add", () => {
  expect(withMeta(undefined, { a: '"b"' })).toBe('{"_meta":{"a":"b"}}');
  expect(withMeta(undefined, {})).toBeUndefined();
});

test("existing members are kept", () => {
  expect(JSON.parse(withMeta('{"_meta":{"a":1.0}}', { a: "2", b: "3" }) ?? "")).toEqual({
    _meta: { a: 1, b: 3 },
  });
});

test("params nested too deeply are left unchanged", () => {
  const deep = `{"a":${"[".repeat(100_000)}`;
  expect(withMeta(deep, { key: "1" })).toBe(deep);
});
