import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { script, temporaryFolder } from "../relay.fixture.ts";

const main = join(import.meta.dirname, "..", "main.ts");

async function check(...args: string[]) {
  const command = spawn(process.execPath, [main, "check", ...args]);
  const said = { out: "", err: "" };
  command.stdout.on("data", (bytes) => (said.out += bytes));
  command.stderr.on("data", (bytes) => (said.err += bytes));
  const [code] = await once(command, "close");
  return { code, ...said };
}

/** A server of the legacy era that answers each method with what is written for it. */
const answering = (results: Readonly<Record<string, unknown>>) =>
  script(`
    import { createInterface } from "node:readline";
    const results = ${JSON.stringify(results)};
    for await (const line of createInterface(process.stdin)) {
      const { id, method } = JSON.parse(line);
      if (id === undefined) continue;
      const answer = results[method]
        ? { result: results[method] }
        : { error: { code: -32601, message: "Method not found" } };
      console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    }
  `);

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "small", version: "1" },
};
const good = { name: "good", inputSchema: { type: "object" } };

const command = ({ command: program, args }: ReturnType<typeof script>) => ["--", program, ...args];

test("a server without fault: counts, and 0", async () => {
  const server = answering({ initialize, "tools/list": { tools: [good] } });
  const { code, out, err } = await check(...command(server));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("small 1 · 2025-11-25 · stdio · 1 tools");
  expect(out).toContain("0 violations");
}, 20_000);

test("violations are grouped, with the place in the specification, and end with 1", async () => {
  const tools = [{ name: "a" }, { name: "b" }, good];
  const server = answering({ initialize, "tools/list": { tools } });
  const { code, out } = await check(...command(server));
  expect(code).toBe(1);
  expect(out).toMatch(/violation missing-member \(2 times\) in tools\/list\n/);
  expect(out).toMatch(/ {2}.*lacks the required member "inputSchema"/);
  expect(out).toMatch(/ {2}https:\/\/modelcontextprotocol\.io\/specification\/2025-11-25\//);
  expect(out).toContain("2 violations, 0 warnings");
}, 20_000);

test("a list beyond 256 KiB is checked like a small one", async () => {
  const long = { ...good, description: "x".repeat(300 * 1024) };
  const server = answering({ initialize, "tools/list": { tools: [long, { name: "a" }] } });
  const { code, out } = await check(...command(server));
  expect(code).toBe(1);
  expect(out).toMatch(/violation missing-member in tools\/list\n/);
  expect(out).toContain("1 violations, 0 warnings, 0 notes");
}, 20_000);

test("the same for machines", async () => {
  const server = answering({ initialize, "tools/list": { tools: [{ name: "a" }] } });
  const { code, out } = await check("--json", ...command(server));
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    revision: "2025-11-25",
    counts: { tools: 1 },
    findings: [{ code: "missing-member", severity: "violation" }],
  });
}, 20_000);

test.each([
  [
    "a list that is refused",
    { initialize },
    "failed tools/list: The server answered with an error.",
  ],
  ["no handshake", {}, "failed connecting: "],
])(
  "%s is a failure",
  async (_name, results, words) => {
    const { code, out } = await check(...command(answering(results)));
    expect(code).toBe(1);
    expect(out).toContain(words);
  },
  20_000,
);

test.each([
  [
    "a program that is not there",
    ["--", "no-such-program"],
    "There is no program named no-such-program",
  ],
  [
    "a program that falls",
    ["--", process.execPath, "-e", "console.error('I fall'); process.exit(3)"],
    "The server ended with code 3: I fall.",
  ],
  ["a port where nobody listens", ["http://127.0.0.1:50/mcp"], "ECONNREFUSED"],
])(
  "%s",
  async (_name, args, words) => {
    const { code, out } = await check(...args);
    expect(code).toBe(1);
    expect(out).toContain(words);
  },
  20_000,
);

test("headers are sent, and a recording names the server", async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-key"]);
    response.writeHead(401).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const file = join(temporaryFolder(), "session.json");
  writeFileSync(
    file,
    JSON.stringify({ format: "mcp-playground/1", server: { kind: "http", url } }),
  );
  const { code, out } = await check("--header", "X-Key: sk-secret", file);
  expect(code).toBe(1);
  expect(out).toContain("status 401 Unauthorized. It wants authorization: --header");
  expect(out).not.toContain("sk-secret");
  expect(keys).toContain("sk-secret");
}, 20_000);

test("what a server says cannot steer the terminal", async () => {
  const serverInfo = { name: "\u001b[2Jsmall\u009b2J\u202e", version: "1" };
  const protocolVersion = "2025\u001b[31m";
  const server = answering({
    initialize: { ...initialize, serverInfo, protocolVersion },
    "tools/list": { tools: [] },
  });
  const { out } = await check(...command(server));
  expect(out).toContain("\\u{1b}[2Jsmall\\u{9b}2J\\u{202e} 1 · 2025\\u{1b}[31m");
  const json = (await check("--json", ...command(server))).out;
  expect(JSON.parse(json)).toMatchObject({ server: serverInfo, revision: protocolVersion });
  for (const steering of ["\u001b", "\u009b", "\u202e"]) {
    expect(out).not.toContain(steering);
    expect(json).not.toContain(steering);
  }
}, 20_000);
