import { expect, test } from "vitest";
import { encodeText } from "../core/bytes.ts";
import type { TapChange } from "../log/entry.ts";
import { createEventLog } from "../log/eventLog.ts";
import { classify } from "../protocol/jsonRpc.ts";
import { readClientActs } from "./clientActs.ts";

type Message = readonly [direction: "out" | "in", at: number, value: object, change?: TapChange];

/** What the client did, as `state code method ×count`, and the entries of each. */
function actsOf(messages: readonly Message[], now: number, isEnded = false) {
  const log = createEventLog({ now: () => 0 });
  for (const [direction, at, value, change] of messages) {
    const known = { kind: "message", carrier: "stdio", direction, batch: false } as const;
    const heads = [classify({ jsonrpc: "2.0", ...value })];
    const draft = {
      ...known,
      exchangeId: undefined,
      connectionId: "1",
      heads,
      ...(change ? { change } : {}),
    };
    log.append(draft, encodeText(JSON.stringify(value)), undefined, at);
  }
  if (isEnded) {
    const event = { kind: "exited", code: 0, signal: null } as const;
    const known = { kind: "process", direction: "none", event } as const;
    log.append({ ...known, exchangeId: undefined, connectionId: "1" }, undefined, undefined, now);
  }
  const acts = readClientActs(log.snapshot().entries, now);
  const words = acts.map(({ state, code, method, count }) =>
    [state, code, method, count > 1 && `×${count}`].filter(Boolean).join(" "),
  );
  return { acts, words };
}

const call = (id: number, name = "add") => ({ id, method: "tools/call", params: { name } });
const result = (id: number) => ({ id, result: {} });
const changed = { method: "notifications/tools/list_changed" };

test("a client that never lists again is said to, once it has had the time", () => {
  const messages: Message[] = [
    ["in", 0, changed],
    ["out", 3000, call(1)],
    ["in", 3100, result(1)],
  ];
  expect(actsOf(messages, 5000).words[0]).toBe("open listed-again tools/list");
  const late = actsOf(messages, 30_000);
  expect(late.words[0]).toBe("failed listed-again tools/list");
  expect(late.acts[0]).toMatchObject({ ms: 30_000, seqs: [0] });
  const done = actsOf([...messages, ["out", 4000, { id: 2, method: "tools/list" }]], 30_000);
  expect(done.words).toContain("ok listed-again tools/list");
  expect(done.words.join()).not.toContain("failed");
});

test("a request of the server that is not answered is told from one that is", () => {
  const messages: Message[] = [
    ["in", 0, { id: "a", method: "roots/list" }],
    ["in", 10, { id: "b", method: "ping" }],
    ["out", 30, result("b" as never)],
  ];
  const { words } = actsOf(messages, 20_000);
  expect(words.slice(0, 2)).toEqual(["failed answered roots/list", "ok answered ping"]);
  // nothing more can come
  expect(actsOf(messages.slice(0, 1), 1000, true).words[0]).toBe("failed answered roots/list");
});

test("what the tap sent or lost is not the client's act", () => {
  const { words } = actsOf(
    [
      ["in", 0, changed, { action: "drop", rule: "f" }],
      ["out", 10, { id: "tap-1", method: "ping" }, { action: "added" }],
      ["out", 20, { id: "tap-1", method: "ping" }, { action: "added" }],
    ],
    60_000,
  );
  expect(words.every((word) => word.startsWith("not-seen"))).toBe(true);
});

test("late answers, cancellation, repeated ids and the handshake are read from the messages", () => {
  const { words, acts } = actsOf(
    [
      ["out", 0, { id: 0, method: "initialize", params: {} }],
      ["in", 10, result(0)],
      ["out", 20, { method: "notifications/initialized" }],
      ["out", 100, call(1)],
      ["in", 6100, result(1)],
      ["out", 7000, call(2)],
      ["out", 8000, { method: "notifications/cancelled", params: { requestId: 2 } }],
      ["out", 9000, call(2)],
    ],
    9000,
  );
  expect(words).toEqual([
    "failed unique-ids ×4",
    "ok waited tools/call",
    "ok cancelled tools/call",
    "ok initialized",
    "not-seen listed-again",
    "not-seen answered",
    "not-seen progress",
  ]);
  expect(acts[0]?.seqs).toEqual([5, 7]);
  expect(acts[1]).toMatchObject({ ms: 6000, seqs: [3, 4] });
});
