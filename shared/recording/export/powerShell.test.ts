import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Recording } from "../recording.ts";
import { readRecordingText } from "../recordingText.fixture.ts";
import { exportPowerShell, powerShellOf } from "./powerShell.ts";

test("a request is one line, whatever its URL, headers and body contain", () => {
  const request = {
    method: "POST",
    url: "https://h.example/'&calc&'",
    headers: [
      ["Content-Type", "application/json"],
      ["X-A", "1"],
      ["x-a", "two\u2019; calc"],
      ["Authorization", "Bearer hush"],
    ],
    body: `{"a":"it's; calc"}\n\ncalc`,
    secrets: [{ part: "header:authorization", start: 7, end: 11, kind: "token" }],
  } as const;
  expect(powerShellOf(request).replaceAll(" -", "\n-").split("\n")).toEqual([
    "Invoke-WebRequest",
    "-UseBasicParsing",
    "-Uri 'https://h.example/''&calc&'''",
    "-Method 'POST'",
    "-MaximumRedirection 0",
    "-ContentType 'application/json'",
    `-Headers @{ 'X-A' = ('1' + ', ' + ([regex]::Unescape('two\\u2019; calc'))); 'Authorization' = ([regex]::Unescape('Bearer ${"\\u2022".repeat(8)}')) }`,
    `-Body ([Text.Encoding]::UTF8.GetBytes(([regex]::Unescape('{"a":"it''s; calc"}\\u000a\\u000acalc'))))`,
  ]);
});

test("a script reads the session id, and takes masked headers from variables", () => {
  const text = readFileSync(new URL("../golden/session.json", import.meta.url), "utf8");
  const read = readRecordingText(text);
  if (read.kind === "refused") throw new Error(read.problem);
  const script = exportPowerShell(read.recording);
  expect(script).toMatch(/^[\n -~]*$/);
  expect(script).toMatch(
    /^if \(-not \$env:MCP_AUTHORIZATION\) \{ throw 'Set \$env:MCP_AUTHORIZATION to /,
  );
  expect(script).toContain("\n$MCP_SESSION_ID = @($response.Headers['Mcp-Session-Id'])[0]\n");
  expect(script).toContain("'Authorization' = $env:MCP_AUTHORIZATION }");
  expect(script).toMatch(/'mcp-session-id' = \$MCP_SESSION_ID/i);
});

test("messages are piped to a command whose words are quoted", () => {
  const server = { kind: "stdio", command: "a.exe", args: ["--%", "it's; calc"] } as const;
  const recording: Recording = {
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server }],
    entries: [
      {
        kind: "message",
        at: 0,
        direction: "out",
        carrier: "stdio",
        text: `{"jsonrpc":"2.0","id":1,"method":"x\u2018; calc"}`,
      },
    ],
  };
  expect(exportPowerShell(recording)).toBe(
    [
      "$OutputEncoding = [Text.UTF8Encoding]::new($false)",
      "@(",
      `  ([regex]::Unescape('{"jsonrpc":"2.0","id":1,"method":"x\\u2018; calc"}'))`,
      ") | & 'a.exe' '--%' 'it''s; calc'",
      "",
    ].join("\n"),
  );
});
