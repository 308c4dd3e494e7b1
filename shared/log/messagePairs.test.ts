import { describe, expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import { createManualClock } from "../core/manualClock.fixture.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { Direction } from "./entry.ts";
import { createEventLog } from "./eventLog.ts";
import { createMessagePairs } from "./messagePairs.ts";

function setUp() {
  const clock = createManualClock();
  const log = createEventLog({ now: clock.now });
  const pairing = createMessagePairs();
  const message = (
    direction: Direction,
    text: string,
    exchangeId?: string,
    connectionId = "connection",
  ) => {
    const { heads, batch } = decodeMessages(text);
    return log.append(
      { kind: "message", carrier: "http", connectionId, direction, exchangeId, heads, batch },
      encodeText(text),
    ).seq;
  };
  const start = (exchangeId: string) =>
    log.append({ kind: "http-start", connectionId: "connection", direction: "out", exchangeId });
  const pair = (seq: number) => {
    pairing.update(log.snapshot());
    return pairing.of(seq);
  };
  return { clock, log, message, start, pair };
}

const ask = (id: number | string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
const answer = (id: number | string) => JSON.stringify({ jsonrpc: "2.0", id, result: {} });

describe("an answer and its request", () => {
  test("are matched, with the time between", () => {
    const { clock, message, pair } = setUp();
    const request = message("out", ask(1));
    expect(pair(request)).toBeUndefined();
    clock.advance(30);
    const result = message("in", answer(1));
    expect(pair(request)).toEqual({ other: result, ms: 30, method: "ping" });
    expect(pair(result)).toEqual({ other: request, ms: 30, method: "ping" });
  });

  test("match only in opposite directions, on one connection, with ids of one type", () => {
    const { message, pair } = setUp();
    const request = message("out", ask(1));
    const others = [
      message("out", answer(1)),
      message("in", answer("1")),
      message("in", answer(1), undefined, "another"),
    ];
    expect([request, ...others].map(pair)).toEqual([undefined, undefined, undefined, undefined]);
    expect(pair(message("in", answer(1)))).toMatchObject({ other: request });
  });
});

test("time in the queue is reported separately", () => {
  const { clock, message, start, pair } = setUp();
  const request = message("out", ask(1), "late");
  const atOnce = message("out", ask(2), "at-once");
  clock.advance(200);
  start("late");
  clock.advance(7);
  message("in", answer(1), "late");
  message("in", answer(2), "at-once");
  expect(pair(request)).toMatchObject({ ms: 7, waitedMs: 200 });
  expect(pair(atOnce)).toMatchObject({ ms: 207 });
  expect(pair(atOnce)).not.toHaveProperty("waitedMs");
});

test("the time in which the server waited for a person is no time of a call, and counts once", () => {
  const { clock, log, message, pair } = setUp();
  const answerBy = (id: number, kind?: "user" | "model") => {
    const text = answer(id);
    const { heads, batch } = decodeMessages(text);
    const place = { connectionId: "connection", exchangeId: undefined, direction: "out" } as const;
    const by = kind && { initiator: { kind } };
    log.append({ kind: "message", carrier: "http", ...place, heads, batch, ...by });
  };
  const waited = message("out", ask(1));
  clock.advance(30);
  const question = message("in", ask(8));
  clock.advance(100);
  message("in", ask(9));
  clock.advance(400);
  answerBy(8, "user");
  clock.advance(500);
  answerBy(9, "user");
  clock.advance(7);
  message("in", answer(1));
  expect(pair(waited)).toMatchObject({ ms: 37, personMs: 1000 });
  expect(pair(question)).toMatchObject({ ms: 500 });
  expect(pair(question)).not.toHaveProperty("personMs");

  // what a model or the client answers, or another client behind a tap, has waited for no person
  for (const kind of ["model", undefined] as const) {
    const call = message("out", ask(2));
    message("in", ask(10));
    clock.advance(1000);
    answerBy(10, kind);
    message("in", answer(2));
    expect(pair(call)).toMatchObject({ ms: 1000 });
    expect(pair(call)).not.toHaveProperty("personMs");
  }
  log.clear();
  const later = message("out", ask(1));
  message("in", answer(1));
  expect(pair(later)).not.toHaveProperty("personMs");
});

test("a request of the server took from its arrival, not from when its stream was opened", () => {
  const { clock, message, start, pair } = setUp();
  message("out", ask(1), "stream");
  clock.advance(3);
  start("stream");
  clock.advance(440);
  const question = message("in", ask(8), "stream");
  clock.advance(2);
  message("out", answer(8), "own");
  expect(pair(question)).toMatchObject({ ms: 2 });
  expect(pair(question)).not.toHaveProperty("waitedMs");
});

test("matching starts over when the log is cleared", () => {
  const { log, message, pair } = setUp();
  const request = message("out", ask(1));
  expect(pair(request)).toBeUndefined();
  log.clear();
  expect(pair(message("in", answer(1)))).toBeUndefined();
});
