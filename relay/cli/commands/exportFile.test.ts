import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { exportFormats } from "../../../shared/recording/export/exportFormats.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

const golden = fileURLToPath(
  new URL("../../../shared/recording/golden/session.json", import.meta.url),
);
const run = (...args: readonly string[]) => runCli("export", ...args);

test("a recording is written in each format, to standard output or to a file of its owner", async () => {
  const beginnings = {
    har: "{",
    curl: ': "${MCP_AUTHORIZATION:?Set it',
    powershell: "if (-not $env:MCP_AUTHORIZATION) { throw 'Set $env:",
    typescript: "import {",
    python: "import asyncio",
    "mcp-json": "{",
    markdown: "## Server",
    otlp: "{",
    collection: "{",
    client: "{",
  };
  for (const format of exportFormats) {
    const { out: text } = await run(golden, "--format", format);
    expect(text.startsWith(beginnings[format])).toBe(true);
  }
  const out = join(temporaryFolder(), "session.har");
  const { out: printed, err } = await run(golden, "--format", "har", "--out", out);
  expect(printed).toBe("");
  expect(err).toContain(`Written to ${out}.`);
  expect(JSON.parse(readFileSync(out, "utf8")).log.version).toBe("1.2");
  expect(statSync(out).mode & 0o077).toBe(0);
});

test("an export without messages says so", async () => {
  const file = join(temporaryFolder(), "stdio.json");
  const server = { kind: "stdio", command: "notes", args: [] };
  const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const entries = [{ kind: "message", carrier: "stdio", direction: "out", at: 0, text }];
  const connections = [{ id: "1", server }];
  writeFileSync(file, JSON.stringify({ format: "mcp-playground/1", server, connections, entries }));
  const { out, err } = await run(file, "--format", "har");
  expect(JSON.parse(out).log.entries).toEqual([]);
  expect(err).toContain("The export is empty: the recording has no HTTP exchanges.");
  expect((await run(file, "--format", "typescript")).err).toBe("");
});

test("the calls of a recording are repeated by run, which notices another answer", async () => {
  const file = join(temporaryFolder(), "calls.json");
  await run(golden, "--format", "collection", "--out", file);
  const repeat = () => runCli("run", file, "--", process.execPath, everythingProgram, "stdio");
  expect(await repeat()).toMatchObject({ code: 0 });
  writeFileSync(file, readFileSync(file, "utf8").replace('"Echo: ', '"Echo! '));
  expect(await repeat()).toMatchObject({ code: 1, out: expect.stringContaining("Echo!") });
});

test("a HAR is read like a recording, by export and by check", async () => {
  const har = join(temporaryFolder(), "session.har");
  await run(golden, "--format", "har", "--out", har);
  expect((await run(har, "--format", "python")).out).toContain('call_tool("echo"');
  const { out } = await runCli("check", har);
  expect(out).toContain("mcp-servers/everything");
  expect(out).toContain("0 violations");
});

test.each([
  [[golden], "required option '--format <format>' not specified", 2],
  [[golden, "--format", "xml"], "--format needs one of har, curl, powershell, typescript", 2],
  [[golden, "--format", "har", "--out", "/no/such/folder/x"], "cannot be written", 3],
  [["missing.json", "--format", "har"], "missing.json cannot be read", 2],
])(
  "%j fails",
  async (args, reason, code) => {
    expect(await run(...args)).toMatchObject({
      code,
      err: expect.stringMatching(new RegExp(reason, "i")),
    });
  },
  120_000,
);
