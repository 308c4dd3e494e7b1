import { describe, expect, test } from "vitest";
import {
  decodePageMessage,
  decodeRelayMessage,
  encodeMessage,
  type PageMessage,
  type RelayMessage,
} from "./frames.ts";

const id = "00112233445566778899aabbccddeeff";

const fromPage: PageMessage[] = [
  { kind: "hello", wire: 1, session: "s" },
  { kind: "hello", wire: 1, session: "s", times: true },
  { kind: "start", id, until: 10, command: "npx", args: [] },
  {
    kind: "start",
    id,
    until: 0,
    command: "a b",
    args: ["", "-y"],
    cwd: "/",
    env: { A: "", b: "=" },
  },
  { kind: "start", id, until: 0, command: "a", args: ["b"], masked: [[1, 0, 1]] },
  { kind: "attach", id, seen: 3, until: 5 },
  { kind: "credit", id, seen: 0, until: 2 ** 50 },
  { kind: "stop", id },
  { kind: "ping" },
];

const fromRelay: RelayMessage[] = [
  { kind: "welcome", version: "1.2.3", keepMs: 10_000, stdio: true, forward: "private" },
  { kind: "not-started", id, problem: "program-not-found", reason: "no such program" },
  { kind: "attached", id, pid: 12, accepted: 0, midLine: false },
  { kind: "unknown", id },
  { kind: "taken", id },
  { kind: "accepted", id, accepted: 9 },
  { kind: "accepted", id, accepted: 9, writtenAt: 12.5 },
  { kind: "stdin-closed", id },
  { kind: "exited", id, code: 1, signal: null, total: 4 },
  { kind: "exited", id, code: null, signal: "SIGKILL", total: 0 },
  { kind: "pong" },
];

test.each(fromPage)("page: $kind is the same after encoding and decoding", (message) => {
  expect(decodePageMessage(encodeMessage(message))).toEqual(message);
});

test.each(fromRelay)("relay: $kind is the same after encoding and decoding", (message) => {
  expect(decodeRelayMessage(encodeMessage(message))).toEqual(message);
});

test("unknown members are dropped", () => {
  expect(decodePageMessage(JSON.stringify({ kind: "stop", id, shell: true }))).toEqual({
    kind: "stop",
    id,
  });
});

const hostile = [
  "",
  "{",
  "null",
  "[]",
  "3",
  '"start"',
  "{}",
  '{"kind":"constructor"}',
  "[".repeat(100_000),
];

describe("messages that are not from a page are refused", () => {
  const start = { kind: "start", id, until: 1, command: "x", args: [] };
  const wrong: unknown[] = [
    { kind: "stop" },
    { kind: "stop", id: id.toUpperCase() },
    { kind: "stop", id: `${id}0` },
    { kind: "stop", id: [id] },
    { kind: "hello", wire: "1", session: "s" },
    { kind: "hello", wire: 1, session: { length: 43 } },
    { kind: "attach", id, seen: -1, until: 3 },
    { kind: "attach", id, seen: 0.5, until: 3 },
    { kind: "attach", id, seen: 1, until: 1e300 },
    { kind: "credit", id, seen: 1 },
    { ...start, until: undefined },
    { ...start, command: "" },
    { ...start, command: ["x"] },
    { ...start, args: "x" },
    { ...start, args: [1] },
    { ...start, args: { length: 0 } },
    { ...start, cwd: 1 },
    { ...start, masked: [[1, -1, 2]] },
    { ...start, masked: "1" },
    { ...start, env: null },
    { ...start, env: [] },
    { ...start, env: { A: 1 } },
    { ...start, env: { "": "x" } },
    { ...start, env: { "A=B": "x" } },
    { ...start, env: { A: "\0" } },
    { kind: "welcome", version: "1", keepMs: 1 },
  ];
  test.each([...hostile, ...wrong.map((value) => JSON.stringify(value))])("%.80s", (text) => {
    expect(decodePageMessage(text)).toBeUndefined();
  });

  test("a variable named __proto__ stays a variable", () => {
    const text = `{"kind":"start","id":"${id}","until":1,"command":"x","args":[],"env":{"__proto__":"v"}}`;
    const message = decodePageMessage(text);
    expect(message?.kind === "start" && Object.entries(message.env ?? {})).toEqual([
      ["__proto__", "v"],
    ]);
    expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
  });
});

describe("messages that are not from a relay are refused", () => {
  const wrong: unknown[] = [
    { kind: "welcome", version: 1, keepMs: 1, stdio: true, forward: "off" },
    { kind: "welcome", version: "1", keepMs: 1, stdio: true, forward: "on" },
    { kind: "welcome", version: "1", keepMs: 1, forward: "off" },
    { kind: "attached", id, pid: 1, accepted: 0 },
    { kind: "attached", id, pid: -1, accepted: 0, midLine: true },
    { kind: "accepted", id },
    { kind: "accepted", id, accepted: 9, writtenAt: "12" },
    { kind: "accepted", id, accepted: 9, writtenAt: -1 },
    { kind: "not-started", id },
    { kind: "exited", id, code: "0", signal: null, total: 0 },
    { kind: "exited", id, code: 0, signal: 9, total: 0 },
    { kind: "exited", id, code: 0, signal: null, total: Number.NaN },
    { kind: "stop", id },
  ];
  test.each([...hostile, ...wrong.map((value) => JSON.stringify(value))])("%.80s", (text) => {
    expect(decodeRelayMessage(text)).toBeUndefined();
  });
});
