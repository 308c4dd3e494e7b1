import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import { remarksOnBytes, remarksOnText } from "./remarks.ts";

const request = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

test.each([
  [request, []],
  [`\n${request}\n`, []],
  ["", ["This is not JSON."]],
  ['{"jsonrpc":"2.0","id":1,', ["This is not JSON."]],
  ["7", ["A JSON-RPC message must be an object."]],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', ['The member jsonrpc is not "2.0".']],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', ["The id of a request must not be null."]],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', ["The id must be a string or a number."]],
  ['{"jsonrpc":"2.0","id":1}', ["There is no method, no result and no error."]],
])("%s", (text, remarks) => expect(remarksOnText(text, false)).toEqual(remarks));

test("a batch is pointed out, and each thing that is wrong in it once", () => {
  expect(remarksOnText(`[${request},7,8]`, false)).toEqual([
    "A JSON-RPC message must be an object.",
    "This is a batch: only revisions up to 2025-03-26 support batches.",
  ]);
});

test.each(["\n", "\r\n", "\r"])("where a line is a message, %j is pointed out", (end) => {
  const lines = request.replace(",", `,${end}`);
  expect(remarksOnText(lines, true)).toEqual([
    "Over stdio, each line is one message: this is sent on one line. Write it as bytes to send its line breaks.",
  ]);
  expect(remarksOnText(request, true)).toEqual([]);
  expect(remarksOnBytes(encodeText(lines), true)).toEqual([
    "Over stdio, each line is one message: the server treats each line break as the end of a message.",
  ]);
  expect(remarksOnBytes(encodeText(request), true)).toEqual([]);
  expect(remarksOnBytes(encodeText(lines), false)).toEqual([]);
});
