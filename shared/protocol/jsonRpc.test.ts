import { expect, test } from "vitest";
import { classify, type MessageHead } from "./jsonRpc.ts";

/** JSON text and the expected head. */
const table: readonly (readonly [text: string, head: MessageHead])[] = [
  ['{"jsonrpc":"2.0","id":1,"method":"m"}', { kind: "request", id: 1, method: "m" }],
  ['{"jsonrpc":"2.0","id":0,"method":""}', { kind: "request", id: 0, method: "" }],
  ['{"jsonrpc":"2.0","id":"","method":"m"}', { kind: "request", id: "", method: "m" }],
  ['{"jsonrpc":"2.0","id":1.5,"method":"m"}', { kind: "request", id: 1.5, method: "m" }],
  ['{"jsonrpc":"2.0","method":"m"}', { kind: "notification", method: "m" }],
  ['{"jsonrpc":"2.0","id":1,"result":{}}', { kind: "result", id: 1 }],
  ['{"jsonrpc":"2.0","id":"a","result":null}', { kind: "result", id: "a" }],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}', { kind: "error", id: 1, code: -32601 }],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":1}}', { kind: "error", id: null, code: 1 }],
  ['{"jsonrpc":"2.0","error":{"code":1}}', { kind: "error", id: null, code: 1 }],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":"1"}}', { kind: "error", id: 1, code: undefined }],

  [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
    { kind: "request", id: 1, method: "initialize", revision: "2025-11-25" },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    { kind: "request", id: 1, method: "m", revision: "2026-07-28" },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}}',
    { kind: "result", id: 1, revision: "2025-06-18" },
  ],
  [
    '{"jsonrpc":"2.0","method":"m","params":{"requestId":"a","progressToken":0,"progress":0.5}}',
    { kind: "notification", method: "m", requestId: "a", progressToken: 0, progress: 0.5 },
  ],
  [
    '{"jsonrpc":"2.0","method":"m","params":{"progress":1,"total":2,"message":"a\\nb","uri":"u:v"}}',
    { kind: "notification", method: "m", progress: 1, total: 2, excerpt: "a…", subject: "u:v" },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"result":{"content":[null,{"type":"text","text":7},{"type":"text","text":"x"}]}}',
    { kind: "result", id: 1 },
  ],
  [
    '{"jsonrpc":"2.0","method":"m","params":{"requestId":null,"progressToken":{},"progress":"1"}}',
    { kind: "notification", method: "m" },
  ],

  ["null", { kind: "invalid", reason: "not-an-object" }],
  ['"text"', { kind: "invalid", reason: "not-an-object" }],
  ["1e400", { kind: "invalid", reason: "not-an-object" }],
  ["[]", { kind: "invalid", reason: "not-an-object" }],
  ["{}", { kind: "invalid", reason: "wrong-version" }],
  [
    '{"jsonrpc":"1.0","id":1,"method":"m"}',
    { kind: "invalid", reason: "wrong-version", id: 1, method: "m" },
  ],
  ['{"jsonrpc":2.0,"id":1,"result":{}}', { kind: "invalid", reason: "wrong-version", id: 1 }],
  ['{"__proto__":{"jsonrpc":"2.0","method":"m"}}', { kind: "invalid", reason: "wrong-version" }],
  [
    '{"jsonrpc":"2.0","id":1,"method":7}',
    { kind: "invalid", reason: "method-is-not-a-string", id: 1 },
  ],
  [
    '{"jsonrpc":"2.0","id":null,"method":"m"}',
    { kind: "invalid", reason: "id-is-null", method: "m" },
  ],
  [
    '{"jsonrpc":"2.0","id":{},"method":"m"}',
    { kind: "invalid", reason: "id-has-wrong-type", method: "m" },
  ],
  ['{"jsonrpc":"2.0","id":null,"result":{}}', { kind: "invalid", reason: "id-is-null" }],
  ['{"jsonrpc":"2.0","id":true,"result":{}}', { kind: "invalid", reason: "id-has-wrong-type" }],
  [
    '{"jsonrpc":"2.0","id":{},"error":{"code":1}}',
    { kind: "invalid", reason: "id-has-wrong-type" },
  ],
  ['{"jsonrpc":"2.0","result":{}}', { kind: "invalid", reason: "id-has-wrong-type" }],
  [
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}',
    { kind: "invalid", reason: "result-and-error", id: 1 },
  ],
  ['{"jsonrpc":"2.0","id":1}', { kind: "invalid", reason: "no-method-result-or-error", id: 1 }],
  [
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    { kind: "invalid", reason: "error-is-not-an-object", id: 1 },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"error":null}',
    { kind: "invalid", reason: "error-is-not-an-object", id: 1 },
  ],
  [
    '{"jsonrpc":"2.0","id":1,"error":[]}',
    { kind: "invalid", reason: "error-is-not-an-object", id: 1 },
  ],
];

test.each(table)("%s", (text, head) => {
  expect(classify(JSON.parse(text))).toEqual(head);
});

test("values that JSON cannot express are invalid", () => {
  for (const value of [undefined, Number.NaN, Symbol("s"), () => 1, 1n]) {
    expect(classify(value)).toEqual({ kind: "invalid", reason: "not-an-object" });
  }
});

test.each([
  [{ id: 1, method: "tasks/get", params: { taskId: "t" } }, { id: "t" }],
  [
    {
      id: 1,
      method: "elicitation/create",
      params: { _meta: { "io.modelcontextprotocol/related-task": { taskId: "t" } } },
    },
    { id: "t" },
  ],
  [
    { method: "notifications/tasks/status", params: { taskId: "t", status: "working" } },
    { id: "t", status: "working" },
  ],
  [
    { id: 1, result: { task: { taskId: "t", status: "working", statusMessage: "A\nB" } } },
    { id: "t", status: "working", excerpt: "A…" },
  ],
  [
    { id: 1, result: { resultType: "task", taskId: "t", status: "failed" } },
    { id: "t", status: "failed" },
  ],
  [{ id: 1, result: { taskId: 7, status: "working" } }, undefined],
])("the head of %j names the task %j", (message, task) => {
  expect(classify({ jsonrpc: "2.0", ...message })).toEqual(
    task ? expect.objectContaining({ task }) : expect.not.objectContaining({ task: {} }),
  );
});

test("a result that asks for input says so", () => {
  const result = { resultType: "input_required", inputRequests: {} };
  expect(classify({ jsonrpc: "2.0", id: 1, result })).toMatchObject({ needsInput: true });
});
