import { expect, test } from "vitest";
import { type Recording, recordingFormat } from "./recording.ts";
import { readRecordingText } from "./recordingText.fixture.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

const http: Recording = {
  format: recordingFormat,
  server: { kind: "http", url: "https://example.com/mcp" },
};
const stdio: Recording = {
  format: recordingFormat,
  server: {
    kind: "stdio",
    command: "node",
    args: ["a.js"],
    cwd: "/tmp",
    environmentNames: ["KEY"],
  },
  revision: "2025-06-18",
  selected: { kind: "tool", name: "add", argumentsText: '{"a": 12345678901234567890}' },
};

test.each([http, stdio])(
  "a $server.kind recording is the same after writing and reading",
  (recording) => {
    expect(readRecordingText(JSON.stringify(recording))).toEqual({ kind: "recording", recording });
  },
);

test("unknown members and secrets of the URL are dropped", () => {
  const server = {
    kind: "http",
    url: "https://ann:hush@example.com/mcp?key=sesame#part",
    headers: [["Authorization", "Bearer hush"]],
  };
  const text = JSON.stringify({ ...http, server, token: "hush", selected: undefined });
  expect(readRecordingText(text)).toEqual({ kind: "recording", recording: http });
});

test.each([
  ["", "not-json"],
  ["{", "not-json"],
  ["[]", "damaged"],
  ["null", "not-json"],
  ["{}", "unknown-format"],
  [JSON.stringify({ ...http, format: "mcp-playground/2" }), "newer-format"],
])("%s is refused as %s", (text, problem) => {
  expect(readRecordingText(text)).toMatchObject({ kind: "refused", problem });
});

test.each([
  { server: undefined },
  { server: [] },
  { server: { kind: "carrier-pigeon" } },
  { server: { kind: "http", url: 1 } },
  { server: { kind: "http", url: "no address" } },
  { server: { kind: "http", url: "javascript:alert(1)" } },
  { server: { kind: "http", url: "file:///etc/passwd" } },
  { server: { kind: "stdio", command: "", args: [] } },
  { server: { kind: "stdio", command: ["rm"], args: [] } },
  { server: { kind: "stdio", command: "node" } },
  { server: { kind: "stdio", command: "node", args: ["a", 1] } },
  { server: { kind: "stdio", command: "node", args: [], cwd: 1 } },
  { server: { kind: "stdio", command: "node", args: [], environmentNames: { KEY: "hush" } } },
  { server: { kind: "stdio", command: "NODE_OPTIONS=--import=data:,0", args: ["node"] } },
  { server: { kind: "stdio", command: "A=", args: [] } },
  { server: { kind: "stdio", command: "no\0de", args: [] } },
  { server: { kind: "stdio", command: "node", args: ["a\0"] } },
  { server: { kind: "stdio", command: "node", args: [], environmentNames: ["A=1"] } },
  { server: { kind: "stdio", command: "node", args: [], environmentNames: [""] } },
  { revision: 2025 },
  { selected: null },
  { selected: { kind: "spell", name: "x" } },
  { selected: { kind: "tool" } },
  { selected: { kind: "tool", name: "x", argumentsText: {} } },
])("one invalid member refuses the whole document: %j", (wrong) => {
  const text = JSON.stringify({ ...stdio, ...wrong });
  expect(readRecordingText(text)).toMatchObject({ kind: "refused", problem: "damaged" });
});

test.each([
  ["many", Array(1000).fill("a")],
  ["long", ["a".repeat(100_000)]],
])("too %s arguments refuse the whole document", (_, args) => {
  const text = JSON.stringify({ ...stdio, server: { kind: "stdio", command: "node", args } });
  expect(readRecordingText(text)).toMatchObject({ kind: "refused", problem: "damaged" });
});

test.each([
  ["https://ann:hush@example.com:8443/a/b?key=1#c", "https://example.com:8443/a/b"],
  ["http://localhost", "http://localhost/"],
])("%s becomes %s", (address, kept) => expect(withoutSecrets(address)).toBe(kept));
