import { expect, test } from "vitest";
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { EntryDraft, MessageEntry } from "../../../../shared/log/entry.ts";
import { createEventLog } from "../../../../shared/log/eventLog.ts";
import { classify } from "../../../../shared/protocol/jsonRpc.ts";
import { createReplyReader } from "./replyReader.ts";

/** A log with a sent message, and what the reader finds in it. */
function setUp(exchangeId: string | undefined, isMatched: boolean) {
  const log = createEventLog({ now: () => 0 });
  const add = (draft: object, body = "") =>
    log.append({ connectionId: "c", exchangeId, ...draft } as EntryDraft, encodeText(body));
  const message = (direction: "in" | "out", text: string, more: object = {}) => {
    const heads = [classify(text === "broken" ? undefined : JSON.parse(text))];
    const carrier = exchangeId === undefined ? "stdio" : "sse";
    return add({ kind: "message", carrier, direction, heads, batch: false, ...more }, text);
  };
  message("in", '{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"earlier"}}');
  const sent = message("out", "broken") as MessageEntry;
  const read = createReplyReader(sent, isMatched);
  return { log, add, message, answers: () => read(log.snapshot()).answers.map(({ seq }) => seq) };
}
const noId = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';
const result = '{"jsonrpc":"2.0","id":7,"result":{}}';
const progress = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';

test("an exchange is answered by its results, errors and body, and by nothing after its end", () => {
  const { add, message, answers } = setUp("e", false);
  message("in", progress);
  const expected = [message("in", noId), message("in", result)];
  message("in", result, { exchangeId: "other" });
  const page = add({ kind: "frame", carrier: "http", direction: "in", holds: "body" }, "<html>");
  expect(answers()).toEqual([...expected, page].map(({ seq }) => seq));
  add({ kind: "http-end", direction: "none", outcome: "complete" });
  message("in", noId);
  expect(answers()).toEqual([...expected, page].map(({ seq }) => seq));
});

test("without an exchange, an error without id answers a message that has no request", () => {
  const lost = setUp(undefined, false);
  lost.message("in", result);
  lost.message("in", noId, { connectionId: "another" });
  const error = lost.message("in", noId);
  expect(lost.answers()).toEqual([error.seq]);
  lost.log.clear();
  expect(lost.answers()).toEqual([]);

  const matched = setUp(undefined, true);
  matched.message("in", noId);
  expect(matched.answers()).toEqual([]);
});
