import { expect, test } from "vitest";
import { runCli } from "../cli.fixture.ts";

const steering = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202e";

/** A server that answers `tools/call` with the statements; `id`, `reply` and `notify` are known in them. */
function serverThat(statements: string): readonly string[] {
  const program = `
    const steering = ${JSON.stringify(steering)};
    const write = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const notify = (method, params) => write({ method, params });
    const tools = [{ name: "tool" + steering, description: steering, inputSchema: { type: "object" } }];
    const serverInfo = { name: steering, version: "1" };
    const capabilities = { tools: {} };
    const results = {
      initialize: { protocolVersion: "2025-11-25", capabilities, serverInfo },
      "tools/list": { tools },
    };
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      const reply = (result) => write({ id, result });
      if (id === undefined) return;
      if (results[method]) return reply(results[method]);
      if (method !== "tools/call") return write({ id, error: { code: -32601, message: "Unknown" } });
      ${statements}
    });`;
  return ["--", process.execPath, "-e", program];
}

const call = (statements: string, ...flags: readonly string[]) =>
  runCli("call", "x", "--timeout", "2", ...flags, ...serverThat(statements));

test("a tool that never answers ends at the timeout", async () => {
  const { code, err } = await call("");
  expect(err).toContain("No response arrived within 2 s.");
  expect(code).toBe(3);
});

test("a server that writes anything but JSON is named so", async () => {
  const noise = [
    "--",
    process.execPath,
    "-e",
    'setInterval(() => console.log("\\u001b[2Jhello"), 100)',
  ];
  const { code, err } = await runCli("list", "--timeout", "2", ...noise);
  expect(err).toContain("wrote text that is not JSON to stdout");
  expect(err).not.toContain("\u001b");
  expect(code).toBe(3);
});

test("a server that exits during the call, with the end of its standard error", async () => {
  const { code, err } = await call(
    'console.error("out of " + steering + "cheese"); process.exit(7);',
  );
  expect(err).toContain("exited with code 7");
  expect(err).toContain("cheese");
  expect(code).toBe(3);
});

test.each([
  ["a string", 'reply("text");'],
  ["content that is no list", "reply({ content: 7 });"],
  [
    "blocks that are none",
    "reply({ content: [null, 1, { type: [] }, { type: 'image', data: '~' }] });",
  ],
])("a result that is %s is printed as JSON", async (_, statements) => {
  const { code, out } = await call(statements);
  expect(out).not.toBe("");
  expect(code).toBe(0);
});

test("100,000 notifications before the answer do no harm", async () => {
  const flood =
    'for (let count = 0; count < 100_000; count++) notify("notifications/message", { level: "info", data: count });';
  const { code, out } = await call(
    `${flood} reply({ content: [{ type: "text", text: "done" }] });`,
    "--timeout",
    "60",
  );
  expect(out).toBe("done\n");
  expect(code).toBe(0);
}, 120_000);

test.each([
  ["text", "reply({ content: [{ type: 'text', text: 'a\\tb\\r\\n' + steering }] });"],
  ["an error", "write({ id, error: { code: -1, message: steering } });"],
  ["structured content", "reply({ content: [], structuredContent: { [steering]: steering } });"],
  ["a link", "reply({ content: [{ type: 'resource_link', uri: steering, name: steering }] });"],
  [
    "progress",
    "notify('notifications/progress', { progressToken: params._meta.progressToken, progress: 1, message: steering }); reply({ content: [] });",
  ],
])("control characters in %s do not reach the terminal", async (_, statements) => {
  for (const format of ["text", "json"]) {
    const { out, err } = await call(statements, "--output", format);
    expect(out + err).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
  }
});

test("control characters in a list do not reach the terminal", async () => {
  for (const format of ["text", "json"]) {
    const { out, code } = await runCli("list", "--output", format, ...serverThat(""));
    expect(out).not.toMatch(/(?![\n\t])\p{Cc}|\u202e/u);
    expect(code).toBe(0);
  }
});

test("the line that matters comes first, and the advice last", async () => {
  const { code, err } = await runCli("call", "x", "--", process.execPath, "/nonexistent.js");
  expect(code).toBe(3);
  const [first = "", ...more] = err.trimEnd().split("\n");
  expect(first).toMatch(
    /The server exited with code 1: Error: Cannot find module '\/nonexistent.js'\.$/,
  );
  expect(more.filter((line) => /^\s+at /.test(line))).toHaveLength(1);
  expect(more.at(-2)).toContain("Check the path");
  expect(err).not.toContain("It inherited only");
});

test("without a known cause the advice is about variables", async () => {
  const program =
    "console.error('warming up'); console.error('Error: no database'); process.exit(3)";
  const { err } = await runCli("ping", "--", process.execPath, "-e", program);
  expect(err).toMatch(/^mcp-playground: The server exited with code 3: Error: no database\.\n/);
  expect(err).toMatch(/ {2}Error: no database\nIt inherited only HOME, .*--env NAME=value\.\n/);
});

test("text on standard output is mentioned, and shown", async () => {
  const { code, out, err } = await call(
    "console.log('counting ' + steering); console.log('again'); reply({ content: [{ type: 'text', text: 'done' }] });",
  );
  expect([code, out]).toEqual([0, "done\n"]);
  expect(err).toContain('standard output that is no message: "counting ');
  expect(err).toContain("and 1 more. Write logs to standard error.");
  expect(err).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});
