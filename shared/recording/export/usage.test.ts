import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCollection } from "../../collections/readCollection.ts";
import type { Recording } from "../recording.ts";
import { readRecordingText } from "../recordingText.fixture.ts";
import { readClientProfile } from "./clientProfile.ts";
import { exportRecording } from "./exportRecording.ts";

function golden(): Recording {
  const text = readFileSync(new URL("../golden/session.json", import.meta.url), "utf8");
  const read = readRecordingText(text);
  if (read.kind === "refused") throw new Error(read.problem);
  return read.recording;
}

type Turn = readonly ["out" | "in", object, at?: number];

/** A recording over stdio; strings are sent by the client, objects by the server, 10 ms apart. */
function conversation(...messages: readonly Turn[]): Recording {
  const server = { kind: "stdio", command: "notes", args: [] } as const;
  return {
    format: "mcp-playground/1",
    server,
    startedAt: "2026-01-31T12:00:00.000Z",
    connections: [{ id: "1", server, serverInfo: { name: "notes" } }],
    entries: messages.map(([direction, message, at], index) => ({
      kind: "message",
      carrier: "stdio",
      direction,
      at: at ?? index * 10,
      text: JSON.stringify({ jsonrpc: "2.0", ...message }),
    })),
  };
}

const calls = (recording: Recording) => {
  const read = readCollection(exportRecording(recording, "collection"));
  if (read.kind === "refused") throw new Error(`${read.problem} ${read.at}`);
  return read.collection;
};

const call = (id: number, name: string, args: unknown) =>
  ["out", { id, method: "tools/call", params: { name, arguments: args } }] as const;
const says = (id: number, text: string, more: object = {}) =>
  ["in", { id, result: { content: [{ type: "text", text }], ...more } }] as const;

test("the calls of a session become a collection with numbers as they were written", () => {
  const { name, calls: all } = calls(golden());
  expect(name).toBe("mcp-servers/everything");
  const echo = all.find(({ item }) => item === "echo");
  expect(echo?.kind).toBe("tool");
  expect(echo?.assertions).toEqual([
    { kind: "equals", at: "/content", valueText: expect.stringContaining("Echo: ") },
  ]);
});

test("an answer has to be the same again only if it was the same each time", () => {
  const recording = conversation(
    ["out", { id: 1, method: "tools/list" }],
    ["in", { id: 1, result: { tools: [{ name: "time", outputSchema: { type: "object" } }] } }],
    call(2, "time", {}),
    says(2, "12:00", { structuredContent: {} }),
    call(3, "time", {}),
    says(3, "12:01", { structuredContent: {} }),
    call(4, "fail", {}),
    says(4, "no", { isError: true }),
    call(5, "login", { token: "••••••••", count: 2 }),
    says(5, "welcome ••••••••"),
    call(6, "asks", {}),
    ["in", { id: 6, result: { resultType: "input_required", inputRequests: {} } }],
    call(7, "braces", { text: "{{name}}" }),
    says(7, "same"),
    ["out", { id: 8, method: "resources/read", params: { uri: "file:///a" } }],
    ["in", { id: 8, result: { contents: [] } }],
    call(9, "unanswered", {}),
  );
  const { calls: all, environments } = calls(recording);
  expect(all.map(({ item, assertions }) => [item, assertions])).toEqual([
    ["time", [{ kind: "fits-output-schema" }]],
    ["fail", [{ kind: "fails" }]],
    ["login", []],
    ["file:///a", [{ kind: "equals", at: "/contents", valueText: "[]" }]],
  ]);
  expect(all[2]?.argumentsText).toBe('{"token":"{{secret1}}","count":2}');
  expect(environments).toEqual([{ name: "recorded", variables: {}, secrets: ["secret1"] }]);
});

test("a profile has what the client declares and does, with source and date", () => {
  const recording = conversation(
    [
      "out",
      {
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: { roots: {}, extensions: { "io.x/y": {} } },
          clientInfo: { name: "an-editor", version: "1.2" },
        },
      },
    ],
    ["in", { id: 1, result: {} }],
    ["out", { method: "notifications/initialized" }],
    ["out", { id: 2, method: "tools/list", params: { cursor: "b" } }],
    ["out", { id: 3, method: "prompts/list" }],
    ["in", { id: 1, method: "roots/list" }],
    ["out", { id: 1, result: { roots: [] } }],
    ["in", { id: 2, method: "sampling/createMessage" }],
    ["out", { id: 2, error: { code: -32601, message: "no" } }],
    ["out", { method: "notifications/cancelled", params: { requestId: 3 } }, 60_040],
  );
  const text = exportRecording(recording, "client");
  expect(readClientProfile(text)).toEqual({
    format: "mcp-playground-client/1",
    source: "notes",
    recordedAt: "2026-01-31T12:00:00.000Z",
    clientInfo: { name: "an-editor", version: "1.2" },
    revision: "2025-06-18",
    capabilities: { roots: {}, extensions: { "io.x/y": {} } },
    headers: [],
    order: [
      "initialize",
      "notifications/initialized",
      "tools/list",
      "prompts/list",
      "notifications/cancelled",
    ],
    answers: ["roots/list"],
    refuses: ["sampling/createMessage"],
    seen: {
      concurrentRequests: 2,
      largestMessageCharacters: expect.any(Number),
      cancelledAfterMs: 60_000,
      followsPages: true,
    },
  });
});

test("the tap's own requests, and what the server answers to them, are not the client's", () => {
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "an-editor", version: "1" },
  };
  const own: readonly Turn[] = [
    ["out", { id: 1, method: "initialize", params: hello }],
    ["in", { id: 1, result: {} }],
    ["out", { id: 2, method: "tools/list" }],
    ["in", { id: 2, result: { tools: [] } }],
  ];
  const again = {
    ...hello,
    clientInfo: { name: "tap", version: "9" },
    capabilities: { roots: {} },
  };
  const ofTap: readonly Turn[] = [
    ["out", { id: "tap-1", method: "initialize", params: again }],
    ["in", { id: "tap-1", result: {} }],
    ["out", { id: "tap-2", method: "resources/list", params: { cursor: "c" } }],
    ["out", { id: "tap-3", method: "tools/call", params: { name: "x".repeat(500) } }],
    ["in", { id: "tap-2", result: { resources: [] } }],
  ];
  const plain = conversation(...own);
  const tapped = conversation(...own, ...ofTap);
  const entries = tapped.entries?.map((entry, at) =>
    at < own.length || entry.kind !== "message"
      ? entry
      : { ...entry, initiator: { kind: "tap" as const } },
  );
  const profileOf = (recording: Recording) =>
    readClientProfile(exportRecording(recording, "client"));
  expect(profileOf({ ...tapped, entries: entries ?? [] })).toEqual(profileOf(plain));
  // without the mark they would be taken for the client's
  expect(profileOf(tapped)?.order).toContain("tools/call");
});

test("over HTTP, headers are listed without secrets and those of one request", () => {
  const { headers, clientInfo } = readClientProfile(exportRecording(golden(), "client")) ?? {};
  expect(clientInfo).toMatchObject({ name: expect.any(String) });
  expect(headers?.map(([name]) => name.toLowerCase())).toContain("content-type");
  expect(JSON.stringify(headers)).not.toMatch(/authorization|session-id|••/i);
});

test.each(["", "[]", "{}", '{"format":"mcp-playground-client/2"}', "x"])(
  "%j is no profile",
  (text) => expect(readClientProfile(text)).toBeUndefined(),
);
