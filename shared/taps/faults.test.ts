import { describe, expect, test } from "vitest";
import { createFaults, type FaultCarrier } from "./faults.ts";
import type { Fault, FaultRule, RuleWhere } from "./tapOrders.ts";
import { createMatcher, createMessageReader } from "./tappedMessage.ts";

const everywhere = { direction: "both", method: "", subject: "", filter: "" } as const;
const rule = (fault: Fault, more: Partial<FaultRule> = {}): FaultRule => ({
  id: "f",
  where: everywhere,
  fault,
  probability: 1,
  seed: 1,
  limit: 0,
  ...more,
});
const call = (id: number | string, name = "add") =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });
const result = (id: number | string) =>
  `{"jsonrpc": "2.0", "result": {"n": 12345678901234567890}, "id": ${JSON.stringify(id)}}`;

/** What happens to messages while there are rules. */
function faultsOf(carrier: FaultCarrier, ...rules: readonly FaultRule[]) {
  const faults = createFaults(carrier);
  faults.set(rules);
  return faults;
}

/** What a fault makes of a message, after the request that it may answer. */
function effectOf(fault: Fault, text: string, direction: "out" | "in" = "in") {
  const read = createMessageReader();
  return faultsOf("stdio", rule(fault)).effectOn(read(direction, text));
}

describe("which messages", () => {
  const read = createMessageReader();
  const request = read("out", call(1));
  const messages = {
    request,
    response: read("in", result(1)),
    other: read("out", call(2, "sub")),
    ping: read("in", '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
    log: read(
      "in",
      '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"x"}}',
    ),
    broken: read("in", "{"),
  };
  test.each<[Partial<RuleWhere>, readonly (keyof typeof messages)[]]>([
    [{}, ["request", "response", "other", "ping", "log", "broken"]],
    [{ direction: "out" }, ["request", "other"]],
    [{ method: "tools/call" }, ["request", "response", "other"]],
    [{ subject: "add" }, ["request", "response"]],
    [{ method: "tools/call", subject: "sub", direction: "in" }, []],
    [{ filter: "kind:request -method:ping" }, ["request", "other"]],
    [{ filter: "level:warning" }, ["log"]],
    [{ filter: "body:1234567890" }, ["response"]],
    [{ filter: "is:problem" }, ["broken"]],
    [{ filter: "is:asked" }, ["ping"]],
  ])("%j", (where, names) => {
    const matches = createMatcher({ ...everywhere, ...where });
    const found = Object.entries(messages).filter(([, message]) => matches(message));
    expect(found.map(([name]) => name)).toEqual(names);
  });
});

describe("what happens", () => {
  test("a delay is fixed, random, or grows with the size", () => {
    const delay = (minMs: number, maxMs: number, msPerKilobyte = 0) =>
      effectOf({ kind: "delay", minMs, maxMs, msPerKilobyte }, result(1))?.waitMs;
    expect(delay(200, 200)).toBe(200);
    expect(delay(200, 300)).toBeGreaterThan(200);
    expect(delay(200, 300)).toBe(delay(200, 300));
    expect(delay(0, 0, 1000)).toBe(result(1).length);
  });

  test.each<[Fault, string, object]>([
    [{ kind: "drop" }, result(1), { texts: [] }],
    [{ kind: "duplicate" }, result(1), { texts: [result(1), result(1)] }],
    [{ kind: "cut" }, result(1), { texts: [result(1).slice(0, result(1).length / 2)] }],
    [{ kind: "invalid-json" }, result(1), { texts: [result(1).slice(0, -1)] }],
    // the digits of other members stay
    [{ kind: "wrong-id" }, result(1), { texts: [result(1).replace(": 1}", ": 1000001}")] }],
    [{ kind: "wrong-id" }, result("a"), { texts: [result("a").replace('"a"', '"a-wrong"')] }],
    [
      { kind: "error", code: -32000, message: "Busy" },
      result(7),
      { texts: ['{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"Busy"}}'] },
    ],
    [
      { kind: "error", code: -32000, message: "Busy" },
      call(7),
      {
        texts: [],
        replies: ['{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"Busy"}}'],
      },
    ],
    [{ kind: "close" }, result(1), { texts: [] }],
    [{ kind: "kill" }, result(1), { texts: [] }],
    [{ kind: "reorder" }, result(1), { texts: [result(1)] }],
    [{ kind: "slow-reader", ms: 300 }, result(1), { texts: [result(1)], waitMs: 300 }],
  ])("%j", (fault, text, effect) => {
    expect(effectOf(fault, text)).toMatchObject({ rule: "f", kind: fault.kind, ...effect });
  });

  test("nothing, where a fault makes no sense", () => {
    const status = { kind: "status", status: 503, headers: [], body: "" } as const;
    const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    expect(effectOf({ kind: "wrong-id" }, note)).toBeUndefined();
    expect(effectOf({ kind: "error", code: 1, message: "" }, note)).toBeUndefined();
    expect(effectOf(status, call(1), "out")).toBeUndefined();
    const overHttp = faultsOf("http", rule(status)).effectOn;
    expect(overHttp(createMessageReader()("out", call(1)))).toMatchObject({ response: status });
    expect(overHttp(createMessageReader()("in", result(1)))).toBeUndefined();
  });
});

test("a limit, a probability and a seed decide how often", () => {
  const chosen = (more: Partial<FaultRule>) => {
    const fault = faultsOf("stdio", rule({ kind: "drop" }, more)).effectOn;
    const read = createMessageReader();
    return Array.from({ length: 1000 }, (_, id) => fault(read("in", result(id))) !== undefined);
  };
  const count = (list: readonly boolean[]) => list.filter(Boolean).length;
  expect(count(chosen({ limit: 3 }))).toBe(3);
  expect(count(chosen({ probability: 0 }))).toBe(0);
  const third = chosen({ probability: 0.3, seed: 7 });
  expect(count(third)).toBeGreaterThan(250);
  expect(count(third)).toBeLessThan(350);
  expect(chosen({ probability: 0.3, seed: 7 })).toEqual(third);
  expect(chosen({ probability: 0.3, seed: 8 })).not.toEqual(third);
});

test("a rule that stays goes on counting when others are added", () => {
  const read = createMessageReader();
  const once = rule({ kind: "drop" }, { limit: 1 });
  const faults = faultsOf("stdio", once);
  expect(faults.effectOn(read("in", result(1)))?.rule).toBe("f");
  faults.set([once, rule({ kind: "duplicate" }, { id: "g" })]);
  expect(faults.effectOn(read("in", result(2)))?.rule).toBe("g");
  // switched off and on again, it happens again
  faults.set([]);
  faults.set([once]);
  expect(faults.effectOn(read("in", result(3)))?.rule).toBe("f");
});
