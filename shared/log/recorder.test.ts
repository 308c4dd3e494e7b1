import { expect, test } from "vitest";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { Initiator } from "./entry.ts";
import { createEventLog } from "./eventLog.ts";
import { createRecorder, type RecordDraft } from "./recorder.ts";

const own = { exchangeId: undefined, carrier: "stdio" } as const;
const text = (members: object) => JSON.stringify({ jsonrpc: "2.0", ...members });

function message(direction: "in" | "out", members: object, initiator?: Initiator): RecordDraft {
  const { heads, batch } = decodeMessages(text(members));
  return { ...own, kind: "message", direction, heads, batch, ...(initiator && { initiator }) };
}

const log = () => createEventLog({ now: () => 0 });
const http = { method: "GET", url: "https://one.example/mcp", headers: [] };
const ping = { id: 1, method: "ping" };

test.each<[string, RecordDraft]>([
  ["a request", message("out", ping)],
  ["a notification", message("out", { method: "notifications/initialized" })],
  ["an HTTP request", { kind: "http-request", direction: "out", exchangeId: "1", http }],
])("%s that names no initiator was caused by that of the recorder", (_, draft) => {
  expect(createRecorder(log(), "c")(draft).initiator).toEqual({ kind: "engine" });
  const examination = { kind: "examination" } as const;
  expect(createRecorder(log(), "c", examination)(draft).initiator).toEqual(examination);
});

test("the initiator that an entry names stays", () => {
  const user = { kind: "user" } as const;
  expect(createRecorder(log(), "c")(message("out", ping, user)).initiator).toEqual(user);
});

test.each<[string, RecordDraft]>([
  ["an answer to the server", message("out", { id: 1, result: {} })],
  ["a request of the server", message("in", ping)],
  ["output", { kind: "stderr", direction: "in", exchangeId: undefined }],
])("%s has none", (_, draft) => {
  expect(createRecorder(log(), "c")(draft)).not.toHaveProperty("initiator");
});
