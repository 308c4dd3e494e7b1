import * as v from "valibot";
import { expect, test } from "vitest";
import type { MessageEntry } from "../../log/entry.ts";
import { createEventLog } from "../../log/eventLog.ts";
import { type RecordedEntry, recordedEntry } from "./recordedEntry.ts";
import { createEntryRestorer } from "./restoreEntries.ts";

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** The method that the log knows of a restored message, and its bytes. */
async function restored(members: object) {
  const log = createEventLog({ now: () => 0 });
  const restore = createEntryRestorer({
    append: log.append,
    start: 0,
    connectionId: () => "one",
    newExchangeId: () => "exchange",
  });
  const seq = restore({ kind: "message", at: 0, direction: "out", ...members } as RecordedEntry);
  const [head] = (log.snapshot().entries[0] as MessageEntry).heads;
  const method = head?.kind === "request" ? head.method : head?.kind;
  return { method, bytes: new TextDecoder().decode(await log.read(seq)) };
}

test.each([
  ["http", `\ufeff${ping}`],
  ["stdio", `${ping}\r\n`],
  ["sse", `event: message\ndata: ${ping}\n\n`],
])("the message of a restored entry is found in its frame: %s", async (carrier, text) => {
  expect((await restored({ carrier, text })).method).toBe("ping");
});

test("the message is that of the bytes, also beside another text and where a character is halved", async () => {
  const other = ping.replace("ping", "tools/list");
  const both = await restored({ carrier: "http", text: other, base64: btoa(ping) });
  expect(both).toEqual({ method: "ping", bytes: ping });
  const halved = await restored({ carrier: "http", text: ping.replace("ping", "p\ud83d") });
  expect(halved.method).toBe("p\ufffd");
});

const http = { method: "POST", url: "https://models.example/v1", headers: [] };
const request = { kind: "http-request", at: 0, direction: "out", http };
const message = { kind: "message", at: 0, direction: "out", carrier: "http" };
const phase = { kind: "connection", at: 0, phase: "connecting", label: "one" };

test.each([
  { ...request, service: "authorization" },
  { ...request, service: "model", model: "one", initiator: { kind: "eval", id: "suite" } },
  { ...request, initiator: { kind: "diagnosis" } },
  { ...message, initiator: { kind: "model", id: "one" } },
  { ...phase, initiator: { kind: "examination" } },
  message,
])("an entry is read again: %j", (entry) => {
  expect(v.parse(recordedEntry, entry)).toEqual(entry);
});

test.each([
  [{ ...request, about: "authorization" }, { service: "authorization" }],
  [{ ...request, about: "diagnosis" }, { initiator: { kind: "diagnosis" } }],
  [{ ...message, initiator: "app-1" }, { initiator: { kind: "app", id: "app-1" } }],
  [{ ...phase, purpose: "examination" }, { initiator: { kind: "examination" } }],
])("an older entry is read as one of today: %j", (older, members) => {
  const { about: _, purpose: __, ...rest } = older as Record<string, unknown>;
  expect(v.parse(recordedEntry, older)).toEqual({ ...rest, ...members });
});

test("of an initiator that this version does not know, nobody knows", () => {
  const read = v.parse(recordedEntry, { ...message, initiator: { kind: "robot" } });
  expect(read.initiator).toBeUndefined();
});
