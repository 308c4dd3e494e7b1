import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeServer } from "../../../e2e/servers/editable.ts";
import { type EverythingServer, startEverything } from "../../../e2e/servers/everything.ts";
import { capabilitiesText } from "../../../shared/protocol/clientCapabilities.ts";
import { recordSession } from "../../../shared/recording/session.fixture.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { recordingFile, stdioFile } from "./recordingFile.fixture.ts";

let everything: EverythingServer;
beforeAll(async () => {
  everything = await startEverything();
});
afterAll(() => everything.stop());

const replay = (...args: readonly string[]) => runCli("replay", ...args);

const call = (id: number, name: string, args: object = {}) =>
  ["out", { id, method: "tools/call", params: { name, arguments: args } }] as const;
const answer = (id: number, text: string) =>
  ["in", { id, result: { content: [{ type: "text", text }] } }] as const;

test.each([
  ["no capabilities", "{}"],
  ["those of the page", capabilitiesText({ withheld: [] })],
])(
  "a session with %s at the official server is the same when it is replayed",
  async (_, declared) => {
    const { recording } = await recordSession(everything.url, declared);
    const { code, out, err } = await replay(
      recordingFile(recording),
      everything.url,
      "--allow-destructive",
    );
    expect(err).toBe("");
    expect(out).toContain("6 same");
    expect(out).toMatch(/same +tools\/call echo/);
    expect(code).toBe(0);
  },
  120_000,
);

test("a server that changed its answer: the differences by pointer, exit code 1", async () => {
  const path = stdioFile(
    ["out", { id: 1, method: "tools/list" }],
    ["in", { id: 1, result: { tools: [] } }],
    call(2, "now", { a: 1 }),
    answer(2, '{"sum":3,"at":"2026-01-01T00:00:00Z"}'),
    call(3, "steady"),
    answer(3, "2026-01-01T00:00:00Z"),
  );
  const server = await writeServer(temporaryFolder(), {
    tools: [
      {
        name: "now",
        annotations: { readOnlyHint: true },
        answer: 'JSON.stringify({ at: new Date().toISOString(), sum: "4" })',
      },
      {
        name: "steady",
        annotations: { destructiveHint: false },
        answer: "new Date().toISOString()",
      },
    ],
  });
  const { code, out, err } = await replay(path, "--", process.execPath, server);
  expect(err).toBe("");
  expect(out).toContain('/result/content/0/text/sum: 3 → "4"');
  expect(out).toMatch(/3 same +tools\/call steady/);
  expect(out).toContain("1 same, 2 differs");
  expect(code).toBe(1);

  const range = await replay("--from", "3", "--json", path, "--", process.execPath, server);
  expect(JSON.parse(range.out)).toMatchObject({
    ok: true,
    requests: [{ number: 3, name: "steady", state: "same" }],
  });
  expect(range.code).toBe(0);

  const rules = join(temporaryFolder(), "rules.txt");
  writeFileSync(rules, "/result/tools\n/result/content/*/text\n");
  const own = await replay("--rules", rules, path, "--", process.execPath, server);
  expect([own.code, own.out]).toEqual([0, expect.stringContaining("3 same")]);
});

test("tools that may change something are called only with --allow-destructive", async () => {
  const folder = temporaryFolder();
  const path = stdioFile(call(1, "drop"), answer(1, "dropped"));
  const server = await writeServer(folder, {
    tools: [{ name: "drop", annotations: { destructiveHint: true }, answer: '"dropped"' }],
  });
  const refused = await replay(path, "--", process.execPath, server);
  expect(refused.out).toContain("Add --allow-destructive");
  expect(refused.code).toBe(1);
  const allowed = await replay("--allow-destructive", path, "--", process.execPath, server);
  expect([allowed.code, allowed.out]).toEqual([0, expect.stringContaining("1 same")]);
  const renamed = await writeServer(temporaryFolder(), {
    tools: [{ name: "remove", annotations: { readOnlyHint: true }, answer: '"dropped"' }],
  });
  const gone = await replay(path, "--", process.execPath, renamed);
  expect(gone.out).toContain("The server lists no such tool");
});

test("requests of the server are answered as recorded; masked requests are not sent", async () => {
  const program = join(temporaryFolder(), "server.mjs");
  writeFileSync(
    program,
    `import { createInterface } from "node:readline";
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
let call;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === "initialize") {
    const asks = JSON.stringify(params.capabilities);
    say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: asks, version: "1" } } });
  } else if (method === "tools/list") say({ id, result: { tools: [{ name: "ask", inputSchema: {}, annotations: { readOnlyHint: true } }] } });
  else if (method === "tools/call") { call = id; say({ id: "s", method: "elicitation/create", params: { message: "Who?" } }); }
  else if (id === "s") say({ id: call, result: { content: [{ type: "text", text: result.content.name }] } });
  else if (id !== undefined) say({ id, error: { code: -32601, message: "Method not found" } });
});`,
  );
  const path = stdioFile(
    call(1, "ask"),
    ["in", { id: 7, method: "elicitation/create", params: { message: "Who?" } }],
    ["out", { id: 7, result: { action: "accept", content: { name: "Ada" } } }],
    answer(1, "Ada"),
    call(2, "ask", { key: "••••••••" }),
    answer(2, "x"),
  );
  const { code, out } = await replay(path, "--", process.execPath, program);
  expect(out).toMatch(/1 same +tools\/call ask/);
  expect(out).toContain("masks values of this request");
  expect(code).toBe(1);
});

test("requests that cannot be replayed are reported", async () => {
  const path = stdioFile(["out", { id: 1, method: "initialize", params: {} }]);
  expect((await replay(path)).err).toContain("Give the server");
  expect((await replay(path, "http://127.0.0.1:1/mcp")).err).toContain("holds no requests");
  const called = stdioFile(call(1, "a"), answer(1, "b"));
  const unreachable = await replay(called, "http://127.0.0.1:1/mcp");
  expect([unreachable.code, unreachable.err]).toEqual([3, expect.stringContaining("127.0.0.1:1")]);
  expect((await replay(called, "--from", "2", "http://a/")).err).toContain("holds 1 request");
});
