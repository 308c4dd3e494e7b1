import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { script, temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

const check = (...args: readonly string[]) => runCli("check", ...args);

/** A legacy server that answers each method with a fixed response. */
const answering = (results: Readonly<Record<string, unknown>>) => script(answeringSource(results));

const answeringSource = (results: Readonly<Record<string, unknown>>) => `
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
  `;

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "small", version: "1" },
};
const resources = { resources: [] };
const good = { name: "good", inputSchema: { type: "object" } };

const command = ({ command: program, args }: ReturnType<typeof script>) => ["--", program, ...args];

test("prints counts and exits with 0 for a conforming server", async () => {
  const server = answering({ initialize, "tools/list": { tools: [good] } });
  const { code, out, err } = await check(...command(server));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("small 1 · 2025-11-25 · stdio · 1 tool");
  expect(out).toContain("0 violations");
});

test("declares the capabilities of the page, or others: servers offer other tools then", async () => {
  const everything = ["--", process.execPath, everythingProgram, "stdio"];
  const { out } = await check(...everything);
  expect(out).toContain(" · 19 tools");
  const some = await check("--capabilities", "sampling,roots", ...everything);
  expect(some.out).toMatch(/ · 1[4-8] tools/);
  const none = await check("--capabilities", "none", ...everything);
  expect(none.out).toMatch(/ · 1[0-3] tools/);
});

test("groups violations with a link to the specification, and exits with 1", async () => {
  const tools = [{ name: "a" }, { name: "b" }, good];
  const server = answering({ initialize, "tools/list": { tools } });
  const { code, out } = await check(...command(server));
  expect(code).toBe(1);
  expect(out).toMatch(/violation missing-member \(2 times\) in tools\/list\n/);
  expect(out).toMatch(/ {2}.*lacks the required member "inputSchema"/);
  expect(out).toMatch(/ {2}https:\/\/modelcontextprotocol\.io\/specification\/2025-11-25\//);
  expect(out).toContain("2 violations, 0 warnings");
});

test("checks a list larger than 256 KiB like a small one", async () => {
  const long = { ...good, description: "x".repeat(300 * 1024) };
  const server = answering({ initialize, "tools/list": { tools: [long, { name: "a" }] } });
  const { code, out } = await check(...command(server));
  expect(code).toBe(1);
  expect(out).toMatch(/violation missing-member in tools\/list\n/);
  expect(out).toContain("1 violation, 0 warnings, 0 notes");
});

test("--json prints the report as JSON", async () => {
  const server = answering({ initialize, "tools/list": { tools: [{ name: "a" }] } });
  const { code, out } = await check("--json", ...command(server));
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    format: "mcp-playground-report/1",
    examination: "check",
    server: { revision: "2025-11-25", transport: "stdio" },
    verdicts: [
      { rule: "connects", outcome: "passed" },
      { rule: "lists", outcome: "passed", subject: "tools/list", sentence: "1 tool was read." },
      { rule: "definition-tokens", outcome: "passed", subject: "tools/list" },
      {
        rule: "missing-member",
        outcome: "violation",
        subject: "tools/list",
        section: expect.stringContaining("https://modelcontextprotocol.io/"),
        evidence: [{ direction: "in", pointer: "/result/tools/0" }],
      },
    ],
  });
});

test("a baseline expects findings, and an entry that nothing matches fails", async () => {
  const path = join(temporaryFolder(), "baseline.json");
  const broken = answering({ initialize, "tools/list": { tools: [{ name: "a" }] } });
  const server = command(broken);
  const missing = await check("--baseline", path, ...server);
  expect(missing.err).toContain("--update-baseline creates it");
  expect(missing.code).toBe(2);
  expect((await check("--baseline", path, "--update-baseline", ...server)).code).toBe(0);
  expect(JSON.parse(readFileSync(path, "utf8")).expected).toEqual([
    { rule: "missing-member", subject: "tools/list" },
  ]);
  const { code, out } = await check("--baseline", path, ...server);
  expect(out).toContain("expected violation missing-member");
  expect(out).toContain("0 violations, 0 warnings, 0 notes, 1 expected");
  expect(code).toBe(0);
  const inputSchema = { type: "object" };
  const fixed = answering({ initialize, "tools/list": { tools: [{ name: "a", inputSchema }] } });
  const stale = await check("--baseline", path, ...command(fixed));
  expect(stale.out).toContain("violation baseline-stale in missing-member tools/list");
  expect(stale.code).toBe(1);
}, 60_000);

test("one run writes every format, and prints annotations", async () => {
  const folder = temporaryFolder();
  const formats = ["json", "junit", "sarif", "markdown", "github", "badge"];
  const files = formats.flatMap((format) => ["--report", `${format}=${join(folder, format)}`]);
  const server = answering({ initialize, "tools/list": { tools: [{ name: "a\u001b[2J" }] } });
  const { code, out } = await check("--output", "github", ...files, ...command(server));
  expect(out).toMatch(/^::error file=[^,]*,title=missing-member in tools\/list::/m);
  expect(code).toBe(1);
  for (const format of formats) {
    const text = readFileSync(join(folder, format), "utf8");
    expect(text).toContain(format === "badge" ? "violation" : "missing-member");
    expect(text).not.toContain("\u001b");
  }
});

test("a report that cannot be written ends with exit code 3", async () => {
  const server = answering({ initialize, "tools/list": { tools: [] } });
  const flags = ["--report", "json=/no/such/folder/report.json"];
  const { code, err } = await check(...flags, ...command(server));
  expect(err).toContain("/no/such/folder/report.json cannot be written");
  expect(code).toBe(3);
});

test.each([
  [
    "a list that is refused",
    { initialize },
    "failed tools/list: The server answered with error -32601: Method not found",
    1,
  ],
  ["no handshake", {}, "failed connecting: ", 3],
])(
  "%s is a failure",
  async (_name, results, words, expected) => {
    const { code, out } = await check(...command(answering(results)));
    expect(code).toBe(expected);
    expect(out).toContain(words);
  },
  120_000,
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
    "The server exited with code 3: I fall.",
  ],
  ["a port where nobody listens", ["http://127.0.0.1:50/mcp"], "ECONNREFUSED"],
])(
  "%s",
  async (_name, args, words) => {
    const { code, out } = await check(...args);
    expect(code).toBe(3);
    expect(out).toContain(words);
  },
  120_000,
);

test("a server of resources without templates gets a note, and exit code 0", async () => {
  const capabilities = { resources: {} };
  const results = { initialize: { ...initialize, capabilities }, "resources/list": resources };
  const { code, out } = await check(...command(answering(results)));
  expect(out).toContain("note optional-method-missing in resources/templates/list");
  expect(out).toContain("0 violations, 0 warnings, 1 note");
  expect(out).not.toContain("failed");
  expect(code).toBe(0);
});

test("a backend that is away is no violation: the list could not be read", async () => {
  const { command: program, args } = script(
    answeringSource({ initialize }).replace("-32601", "-32603").replace("Method not", "Nothing"),
  );
  const { code, out } = await check("--", program, ...args);
  expect(out).toContain(
    "could not run tools/list: The server's backend failed: it answered with error -32603: Nothing found",
  );
  expect(out).toContain("0 violations");
  expect(code).toBe(3);
});

test("--revision 2026-07-28 fails without a handshake on a legacy server, and suggests auto", async () => {
  const { code, out } = await check("--revision", "2026-07-28", ...command(answering({})));
  expect(code).toBe(3);
  expect(out).toContain(
    "failed connecting: The server does not support 2026-07-28 (-32601 Method not found). Use --revision auto",
  );
});

test("the last lines on standard error are shown, escaped", async () => {
  const lines = "for (let i = 0; i < 40; i++) console.error('line ' + i + ' \\u001b[2J')";
  const { out } = await check("--", process.execPath, "-e", `${lines}; process.exitCode = 3`);
  expect(out).toContain("The server exited with code 3: line 39. The end of its");
  expect(out).toContain("--env NAME=value.\n");
  expect(out).toContain("  line 39 \\u{1b}[2J\n");
  expect(out).toContain("  line 30 ");
  expect(out).not.toContain("line 10 ");
});

test("--env and leading assignments reach the server, and values are not printed", async () => {
  const { command: program, args } = script(`
    if (process.env.KEY !== "sk-secret" || process.env.OTHER !== "a=b" || process.env.HERE !== "1") {
      console.error(JSON.stringify(process.env));
      process.exit(4);
    }
    ${answeringSource({ initialize, "tools/list": { tools: [] } })}
  `);
  process.env.HERE = "1";
  onTestFinished(() => {
    delete process.env.HERE;
  });
  const own = ["--env", "KEY=sk-secret", "--env", "HERE", "--"];
  const { code, out } = await check(...own, "OTHER=a=b", program, ...args);
  expect(out).toContain("0 violations");
  expect(out).not.toContain("sk-secret");
  expect(code).toBe(0);
  // variables that are not named are not passed on
  expect((await check("--", program, ...args)).code).toBe(3);
});

/** A recording that names a server, and has no messages. */
function fileNaming(server: object): string {
  const file = join(temporaryFolder(), "session.json");
  writeFileSync(file, JSON.stringify({ format: "mcp-playground/1", server }));
  return file;
}

test("opening a recording without messages starts nothing; --start-server prints the command first", async () => {
  const folder = realpathSync(temporaryFolder());
  const mark = join(folder, "started");
  const source = `
    import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(mark)}, process.cwd() + process.env.KEY);
    ${answeringSource({ initialize, "tools/list": { tools: [] } })}
  `;
  const { command: program, args } = script(source);
  const words = [...args, "a\u001b[2Jb", "x'y", "--api-key=sk-1234567890abcdef"];
  const named = { kind: "stdio", command: program, args: words, cwd: folder };
  const file = fileNaming({ ...named, environmentNames: ["KEY"] });

  const unopened = await check(file);
  expect(unopened).toMatchObject({ code: 2, out: "" });
  expect(unopened.err).toContain("Nothing was started or contacted");
  for (const own of [
    ["--env", "KEY=1"],
    ["--header", "X-Key: 1"],
  ]) {
    const refused = await check(...own, "--start-server", file);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("is only for a server that you name yourself");
  }
  expect(existsSync(mark)).toBe(false);

  const { code, out, err } = await check("--start-server", file);
  expect(out).toContain("0 violations");
  expect(code).toBe(0);
  expect(readFileSync(mark, "utf8")).toBe(`${folder}undefined`);
  // every word, whatever it looks like
  expect(err).toContain(`this command is started: ${program} ${args.join(" ")}`);
  expect(err).toContain(
    `'a\\u{1b}[2Jb' 'x'\\''y' '--api-key=sk-1234567890abcdef' (directory: ${folder})\n`,
  );
});

test("the URL in a recording is contacted only with --start-server, and gets no header of the user", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(401).end();
  });
  const url = await listening(server);
  const file = fileNaming({ kind: "http", url });
  expect(await check(file)).toMatchObject({ code: 2, out: "" });
  expect(await check("--header", "X-Key: sk-secret", file)).toMatchObject({ code: 2, out: "" });
  expect(await check("--header", "X-Key: 1", "--start-server", file)).toMatchObject({ code: 2 });
  expect(requests).toBe(0);
  const { err } = await check("--start-server", file);
  expect(err).toContain(`this server is contacted: ${url}\n`);
  expect(requests).toBeGreaterThan(0);
});

test("a secret that is a common word masks what a server says, not the members of the report", async () => {
  const tools = [{ name: "verdicts", description: "about verdicts" }, good];
  const server = answering({ initialize, "tools/list": { tools } });
  const run = async (output: string) =>
    check("--env", "API_KEY=verdicts", "--output", output, ...command(server));
  const json = await run("json");
  const report = JSON.parse(json.out);
  expect(report.verdicts.length).toBeGreaterThan(1);
  expect(JSON.stringify(report.verdicts)).not.toContain("verdicts");
  expect(JSON.stringify(report.verdicts)).toContain("•");
  const sarif = await check("--env", "API_KEY=results", "--output", "sarif", ...command(server));
  expect(JSON.parse(sarif.out).runs[0].results.length).toBeGreaterThan(1);
});

test("secrets of the command and of the URL are not printed", async () => {
  const token = "sk-ant-REDACTED".replace("REDACTED", "api03-abcdefghijklmnopqrstuvwxyz0123456789");
  const server = answering({ initialize, "tools/list": { tools: [] } });
  const started = await check(...command(server), "--api-key", token, "--name", "x");
  expect(started.out).toMatch(/--api-key '\$\{input:api-key\}' --name x\n/);
  const url = new URL("http://user:hunter2pass@127.0.0.1:50/mcp");
  url.searchParams.set("api_key", "s3cr3t value");
  for (const flags of [[], ["--json"]]) {
    const { code, out } = await check(...flags, url.href);
    expect(code).toBe(3);
    expect(out).toContain("127.0.0.1:50/mcp");
    expect(out).not.toMatch(/hunter2pass|s3cr3t/);
  }
  expect(started.out + started.err).not.toContain(token);
});

/** An HTTP server that answers every request in the same way. */
async function refusing(status: number, type: string, body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  return listening(server);
}

/** The address of a server that listens until the test is over. */
async function listening(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test.each([400, 403])(
  "the body of a %i is shown, bounded and made harmless",
  async (status) => {
    const body = `Host not allowed \u001b[2J\u202e\n${"second line\n".repeat(5000)}`;
    const { code, out } = await check(await refusing(status, "text/plain", body));
    expect(code).toBe(3);
    expect(out).toContain(`answered with status ${status}`);
    expect(out).toContain("  Host not allowed \\u{1b}[2J\\u{202e}\n  second line\n");
    expect(out.length).toBeLessThan(3000);
  },
  120_000,
);

test.each(["{}", '{"jsonrpc":"2.0","id":null,"result":{}}', "Accepted"])(
  "the body %s with 202 is one finding",
  async (body) => {
    const results: Readonly<Record<string, unknown>> = {
      initialize,
      "tools/list": { tools: [] },
    };
    const server = createServer(async (request, response) => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method } = JSON.parse(await text(request));
      const headers = { "Content-Type": "application/json" };
      if (id === undefined) return void response.writeHead(202, headers).end(body);
      const result = results[method];
      const answer = result ? { result } : { error: { code: -32_601, message: "Unknown" } };
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
    const { out } = await check(await listening(server));
    expect(out.match(/^(violation|warning|note) .*/gm)).toEqual(["violation body-with-202"]);
  },
  30_000,
);

test("suggests --header for a 401 whose body is a JSON-RPC message", async () => {
  const error = { code: -32_001, message: "Missing API key" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  const url = await refusing(401, "application/json", body);
  const { code, out } = await check(url);
  expect(code).toBe(3);
  expect(out).toContain("Missing API key");
  expect(out).toContain("--token <token>");
  const json = JSON.parse((await check("--json", url)).out);
  expect(json.verdicts).toMatchObject([{ rule: "connects", outcome: "could-not-run" }]);
});

const probeError = { code: -32_600, message: "Bad Request: Unsupported protocol version" };

test.each<[string, number, unknown]>([
  ["an id of its own", 400, { jsonrpc: "2.0", id: "server-error", error: probeError }],
  ["no id", 400, { jsonrpc: "2.0", id: null, error: probeError }],
  ["no id member", 400, { jsonrpc: "2.0", error: probeError }],
  ["no version", 400, { id: 1, error: probeError }],
  ["an error of its own kind", 400, { jsonrpc: "2.0", id: 1, error: "unsupported version" }],
  ["success and no id", 200, { jsonrpc: "2.0", id: null, error: probeError }],
])(
  "an older server that refuses the probe with %s passes",
  async (_name, status, refusal) => {
    const results: Readonly<Record<string, unknown>> = {
      initialize,
      "tools/list": { tools: [good] },
    };
    const server = createServer(async (request, response) => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method } = JSON.parse(await text(request));
      const headers = { "Content-Type": "application/json" };
      if (id === undefined) return void response.writeHead(202).end();
      const result = results[method];
      if (!result) return void response.writeHead(status, headers).end(JSON.stringify(refusal));
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
    const { code, out } = await check(await listening(server));
    expect(out).toContain(" 0 warnings");
    expect(out).toMatch(/^0 violations/m);
    expect(out).toContain("small 1 · 2025-11-25 · streamable-http · 1 tool");
    expect(code).toBe(0);
  },
  120_000,
);

test("headers are sent, and are not printed", async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-key"]);
    response.writeHead(401).end();
  });
  const { code, out } = await check("--header", "X-Key: sk-secret", await listening(server));
  expect(code).toBe(3);
  expect(out).toContain("status 401 Unauthorized. It requires authorization: --token");
  expect(out).not.toContain("sk-secret");
  expect(keys).toContain("sk-secret");
});

test("escapes control characters in a server's text", async () => {
  const serverInfo = { name: "\u001b[2Jsmall\u009b2J\u202e", version: "1" };
  const protocolVersion = "2025\u001b[31m";
  const server = answering({
    initialize: { ...initialize, serverInfo, protocolVersion },
    "tools/list": { tools: [] },
  });
  const { out } = await check(...command(server));
  expect(out).toContain("\\u{1b}[2Jsmall\\u{9b}2J\\u{202e} 1 · 2025\\u{1b}[31m");
  const json = (await check("--json", ...command(server))).out;
  expect(JSON.parse(json)).toMatchObject({
    server: { ...serverInfo, revision: protocolVersion },
  });
  for (const steering of ["\u001b", "\u009b", "\u202e"]) {
    expect(out).not.toContain(steering);
    expect(json).not.toContain(steering);
  }
});

test("the messages of a recording are checked without contacting the server", async () => {
  const server = { kind: "http", url: "http://127.0.0.1:9/mcp" };
  const entry = { kind: "message", carrier: "http", exchange: 0 };
  const recording = {
    format: "mcp-playground/1",
    server,
    connections: [
      { id: "1", server, revision: "2025-11-25", serverInfo: { name: "s", version: "1" } },
    ],
    entries: [
      { ...entry, at: 0, direction: "out", text: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' },
      {
        ...entry,
        at: 1,
        direction: "in",
        text: '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":1}]}}',
      },
    ],
  };
  const file = join(temporaryFolder(), "session.json");
  writeFileSync(file, JSON.stringify(recording));
  const { code, out } = await check(file);
  expect(out).toMatch(/^violation .* in tools\/list/m);
  expect(out).toContain("s 1 · 2025-11-25");
  expect(code).toBe(1);
});

test("says what the definitions cost, who accepts them, and fails above --max-tokens", async () => {
  const union = { name: "union", inputSchema: { type: "object", anyOf: [{ required: ["a"] }] } };
  const server = answering({ initialize, "tools/list": { tools: [good, union] } });
  const plain = await check(...command(server));
  expect(plain.code).toBe(0);
  expect(plain.out).toMatch(/The definitions of 2 tools are about \d+ tokens\./);
  expect(plain.out).toContain('refused: "union" (anyOf at the root');
  expect(plain.out).toContain("note fits-anthropic in tools/list");
  const over = await check("--max-tokens", "10", ...command(server));
  expect(over.code).toBe(1);
  expect(over.out).toContain("violation definition-tokens in tools/list");
  expect(over.out).toContain("more than the 10 of --max-tokens");
  const within = await check("--max-tokens", "1000", ...command(server));
  expect(within.code).toBe(0);
  expect((await check("--max-tokens", "many", ...command(server))).code).toBe(2);
});

test("every definition counts, and those of an unfinished list are not said to be within a limit", async () => {
  const tools = Array.from({ length: 2500 }, (_, index) => ({ ...good, name: `tool_${index}` }));
  const many = answering({ initialize, "tools/list": { tools } });
  const all = await check("--max-tokens", "30000", ...command(many));
  expect(all.code).toBe(1);
  const failing = answering({ initialize });
  const none = await check("--max-tokens", "30000", ...command(failing));
  expect(none.out).toContain("could-not-run definition-tokens in tools/list");
  expect(none.out).not.toContain("within the");
});

test("definitions that every provider accepts are no finding", async () => {
  const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
  const server = answering({
    initialize,
    "tools/list": { tools: [{ ...good, inputSchema: schema }] },
  });
  const { out } = await check(...command(server));
  expect(out).toContain("Google: ");
  expect(out).toContain("OpenAI, strict: 1 of 1 tool fit unchanged.");
  expect(out).not.toContain("note fits-openai");
});

test("a server.json and a server card are checked without contacting anything", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "server.json");
  const remotes = [{ type: "streamable-http", url: "http://127.0.0.1:1/mcp" }];
  const $schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
  const document = { $schema, name: "notes", description: "Notes", version: "latest", remotes };
  writeFileSync(path, JSON.stringify(document));
  const { code, out } = await check(path);
  expect(code).toBe(1);
  expect(out).toContain("violation server-json-name-format at /name");
  expect(out).toContain('"latest" is a range or a tag');
  expect(out).toContain("violation server-json-url-local at /remotes/0/url");
  const card = {
    ...document,
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: "com.example/notes",
    version: "1.0.0",
    remotes: [{ type: "streamable-http", url: "https://notes.example.com/mcp" }],
  };
  writeFileSync(path, JSON.stringify(card));
  const right = await check(path);
  expect(right.code).toBe(0);
  expect(right.out).toContain("breaks none of the rules that are checked");
});
