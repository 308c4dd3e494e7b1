import { expect, test } from "vitest";
import { decodeText, encodeText } from "../core/bytes.ts";
import type { TapChange } from "../log/entry.ts";
import { createEventLog } from "../log/eventLog.ts";
import { classify } from "../protocol/jsonRpc.ts";
import { followFaults, summarizeFaults } from "./faultSummary.ts";

/** The outcome of a fault, from what passed: messages by direction, in order. */
async function outcomeOf(
  messages: readonly (readonly [
    "out" | "in" | "exit" | "aborted",
    object,
    (TapChange | undefined)?,
    string?,
  ])[],
  passedMs = 60_000,
) {
  const log = createEventLog({ now: () => 0 });
  for (const [direction, value, change, connection = "1"] of messages) {
    const base = { exchangeId: "x", connectionId: connection } as const;
    if (direction === "aborted") {
      log.append({
        ...base,
        exchangeId: "x",
        kind: "http-end",
        direction: "none",
        outcome: "aborted",
      });
      continue;
    }
    if (direction === "exit") {
      const event = { kind: "exited", code: 0, signal: null } as const;
      log.append({ ...base, kind: "process", direction: "none", event });
      continue;
    }
    const message = {
      ...base,
      kind: "message",
      carrier: "stdio",
      direction,
      batch: false,
    } as const;
    const heads = [classify(value)];
    const body = encodeText(JSON.stringify(value));
    log.append(change ? { ...message, heads, change } : { ...message, heads }, body);
  }
  const events = await followFaults(
    log.snapshot().entries,
    passedMs,
    async ({ seq, change }) => change?.original ?? decodeText(await log.read(seq)),
  );
  const summary = summarizeFaults(events).get("f");
  expect(summary?.count).toBe(1);
  return Object.keys(summary?.outcomes ?? {});
}

const call = (id: number, name = "add") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name },
});
const result = (id: number) => ({ jsonrpc: "2.0", id, result: {} });
const drop: TapChange = { action: "drop", rule: "f" };

test("the same request again is a retry, another one is not", async () => {
  expect(
    await outcomeOf([
      ["out", call(1), drop],
      ["out", call(2)],
    ]),
  ).toEqual(["retried"]);
  expect(
    await outcomeOf([
      ["out", call(1), drop],
      ["out", call(2, "sub")],
    ]),
  ).toEqual(["went-on"]);
});

test("a request with other parameters is no retry", async () => {
  const turn = (id: number, text: string, progressToken: number) => ({
    ...call(id, "echo"),
    params: { name: "echo", arguments: { message: text }, _meta: { progressToken } },
  });
  const after = (text: string) =>
    outcomeOf([
      ["out", turn(1, "turn 26", 1), drop],
      ["out", call(2, "get-sum")],
      ["out", turn(3, text, 3)],
    ]);
  expect(await after("turn 28")).toEqual(["went-on"]);
  expect(await after("turn 26")).toEqual(["retried"]);
});

const initializeOf = (name: string) => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { clientInfo: { name, version: "1" } },
});

test("the session of another client, or another one of a client that goes on, is no connection again", async () => {
  const first = [
    ["out", initializeOf("editor")],
    ["out", call(1), drop],
  ] as const;
  const second = (name: string) => ["out", initializeOf(name), undefined, "2"] as const;
  expect(await outcomeOf([...first, second("chat")])).toEqual(["hung"]);
  expect(await outcomeOf([...first, second("editor")])).toEqual(["reconnected"]);
  const next = ["out", call(2, "sub")] as const;
  expect(await outcomeOf([...first, second("editor"), next])).toEqual(["went-on"]);
  // a stateless client says in each request who it is
  const modern = (id: number, name: string) => ({
    ...call(id, "sub"),
    params: { name: "sub", _meta: { "io.modelcontextprotocol/clientInfo": { name } } },
  });
  const stateless = [
    ["out", modern(1, "editor")],
    ["out", call(2), drop],
  ] as const;
  const other = (name: string) => ["out", modern(3, name), undefined, "2"] as const;
  expect(await outcomeOf([...stateless, other("chat")])).toEqual(["hung"]);
  expect(await outcomeOf([...stateless, other("editor")])).toEqual(["reconnected"]);
  // nothing says whose session it is
  const unknown = ["out", call(9, "sub"), undefined, "2"] as const;
  expect(await outcomeOf([["out", call(1), drop], unknown])).toEqual(["hung"]);
});

test("another session is no retry, but another connection", async () => {
  const kill: TapChange = { action: "kill", rule: "f" };
  expect(
    await outcomeOf([
      ["out", initializeOf("editor")],
      ["out", call(1), kill],
      ["exit", {}],
      ["out", initializeOf("editor"), undefined, "2"],
    ]),
  ).toEqual(["reconnected"]);
  expect(
    await outcomeOf([
      ["out", call(1), kill],
      ["exit", {}],
    ]),
  ).toEqual(["ended"]);
});

test("the end of a server, and what the tap ends itself, are not the client's acts", async () => {
  const [close, cut]: TapChange[] = [
    { action: "close", rule: "f" },
    { action: "cut", rule: "f" },
  ];
  for (const change of [close, cut]) {
    expect(
      await outcomeOf([
        ["out", call(1), change],
        ["aborted", {}],
      ]),
    ).toEqual(["hung"]);
  }
  expect(
    await outcomeOf([
      ["out", call(1), drop],
      ["aborted", {}],
    ]),
  ).toEqual(["gave-up"]);
  // the server of a client that did nothing
  expect(
    await outcomeOf([
      ["out", call(1), drop],
      ["exit", {}],
    ]),
  ).toEqual(["ended"]);
});

test("an error of another client is not this one's", async () => {
  const error = { jsonrpc: "2.0", id: 9, error: { code: -32700, message: "Parse error" } };
  expect(
    await outcomeOf([
      ["out", call(1), drop],
      ["out", error, undefined, "2"],
    ]),
  ).toEqual(["hung"]);
});

test("what a client sent before a reordered answer reached it is no reaction", async () => {
  const reorder: TapChange = { action: "reorder", rule: "f" };
  const first = [
    ["out", call(1)],
    ["in", result(1), reorder],
    ["out", call(2, "sub")],
    ["in", result(2)],
  ] as const;
  expect(await outcomeOf(first)).toEqual(["answered"]);
  expect(await outcomeOf([...first, ["out", call(3, "sub")]])).toEqual(["went-on"]);
  // nothing follows: it is sent alone
  expect(await outcomeOf(first.slice(0, 3))).toEqual(["went-on"]);
});

test("a client that cancels has given up", async () => {
  const cancelled = {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: 1 },
  };
  expect(
    await outcomeOf([
      ["out", call(1)],
      ["in", result(1), drop],
      ["out", cancelled],
    ]),
  ).toEqual(["gave-up"]);
});

test("a client that answers with an error is corrupted", async () => {
  const wrong: TapChange = { action: "wrong-id", rule: "f", original: JSON.stringify(result(1)) };
  const error = { jsonrpc: "2.0", id: 9, error: { code: -32700, message: "Parse error" } };
  expect(
    await outcomeOf([
      ["out", call(1)],
      ["in", result(1_000_001), wrong],
      ["out", error],
    ]),
  ).toEqual(["corrupted"]);
});

test("a client that got its response, also late, has done nothing yet", async () => {
  const delay: TapChange = { action: "delay", rule: "f", waitedMs: 5 };
  expect(
    await outcomeOf([
      ["out", call(1)],
      ["in", result(1), delay],
    ]),
  ).toEqual(["answered"]);
  expect(
    await outcomeOf([
      ["out", call(1), delay],
      ["in", result(1)],
    ]),
  ).toEqual(["answered"]);
});

test("without any sign it hangs, after a while", async () => {
  const wrong: TapChange = { action: "wrong-id", rule: "f", original: JSON.stringify(result(1)) };
  expect(
    await outcomeOf([
      ["out", call(1)],
      ["in", result(1_000_001), wrong],
    ]),
  ).toEqual(["hung"]);
  expect(await outcomeOf([["out", call(1), drop]], 1000)).toEqual(["waiting"]);
});
