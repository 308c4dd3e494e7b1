import { expect, test } from "vitest";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import type { MessageHead } from "../../../shared/protocol/jsonRpc.ts";
import { answersIn, mayHoldInput, samplingIn } from "./inputMessages.ts";

const entry = (direction: "in" | "out", head: object) =>
  ({ direction, batch: false, heads: [head as MessageHead] }) as unknown as MessageEntry;
const ask = entry("in", { kind: "request", method: "sampling/createMessage", id: 1 });
const result = (direction: "in" | "out") => entry(direction, { kind: "result", id: 1 });
const call = entry("out", { kind: "request", method: "tools/call", id: 1 });

test("sampling requests are read, digit for digit, from a request and from a result that asks for input", () => {
  expect(samplingIn(ask, '{"params":{"maxTokens":1.0}}')).toEqual(['{"maxTokens":1.0}']);
  const text = `{"result":{"resultType":"input_required","inputRequests":{
    "a":{"method":"sampling/createMessage","params":{"maxTokens":12345678901234567890}},
    "b":{"method":"elicitation/create","params":{}},
    "c":{"method":{"toString":1}},"d":null,"e":{"method":"sampling/createMessage"}}}}`;
  expect(samplingIn(result("in"), text)).toEqual(['{"maxTokens":12345678901234567890}', "{}"]);
  for (const other of ['{"result":{"inputRequests":[1]}}', '{"result":1}', "{}", "no JSON"]) {
    expect(samplingIn(result("in"), other)).toEqual([]);
  }
});

test("answers are read from a result, an error and the input responses of a further round", () => {
  const answer = '{"role":"assistant","content":{"type":"text","text":"Hi"},"model":"m"}';
  expect(answersIn(result("out"), "sampling/createMessage", `{"result":${answer}}`)).toEqual([
    { method: "sampling/createMessage", answer: { kind: "result", text: answer } },
  ]);
  const declined = entry("out", { kind: "error", id: 1 });
  const error = '{"error":{"code":-1,"message":"no"}}';
  expect(answersIn(declined, "sampling/createMessage", error)).toEqual([
    { method: "sampling/createMessage", answer: { kind: "error", code: -1, message: "no" } },
  ]);
  const responses = `{"params":{"inputResponses":{"a":${answer},"b":{"action":"decline"},"c":{"roots":[]}}}}`;
  expect(answersIn(call, undefined, responses)).toEqual([
    { method: "sampling/createMessage", answer: { kind: "result", text: answer } },
    { method: "elicitation/create", answer: { kind: "result", text: '{"action":"decline"}' } },
  ]);
  expect(answersIn(result("out"), "roots/list", '{"result":{"roots":[]}}')).toEqual([]);
  expect(answersIn(result("in"), "tools/call", '{"result":{"action":"accept"}}')).toEqual([]);
});

test("other messages contain neither", () => {
  expect(mayHoldInput(ask)).toBe(true);
  expect(mayHoldInput({ ...ask, batch: true })).toBe(false);
  expect(mayHoldInput(entry("in", { kind: "notification", method: "x" }))).toBe(false);
});
