import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startDemo } from "../../../e2e/servers/demo.ts";
import { everythingProgram, startEverything } from "../../../e2e/servers/everything.ts";
import { failingTest } from "../../../shared/conform/failingTest.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { expectStdioFindings, reportOf } from "./conform.fixture.ts";
import { initiatorsOfCalls } from "./recordingFile.fixture.ts";

/** The findings of server-everything whose code is -32603 or -32602 instead of that of the specification. */
const wrongCodes = ["logging-level-invalid", "resource-unknown-code"];

/** All tests that do not wait for a tool that takes long. */
const quick = scenarios
  .map(({ id }) => id)
  .filter((id) => !["tool-result-valid", "cancel-running"].includes(id));

describe("server-everything", () => {
  let server: Awaited<ReturnType<typeof startEverything>>;
  beforeAll(async () => {
    server = await startEverything();
  }, 60_000);
  afterAll(() => server.stop());

  test("a baseline lets it pass, and the formats agree", async () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    const reports = ["junit", "sarif", "markdown", "badge"].flatMap((format) => [
      "--report",
      `${format}=${path(format)}`,
    ]);
    const found = ["session-ended", "stream-resumed", "origin", ...wrongCodes];
    const flags = ["--revision", "2025-11-25", "--baseline", path("baseline")];
    const some = ["--only", ["ping", ...found].join(",")];
    const first = await runCli(
      ...["conform", server.url, ...flags, ...some, "--update-baseline", ...reports],
    );
    expect(first.out).toMatch(/1 passed, 0 failed, 0 warnings, 0 could not run .*5 expected/);
    expect(first.code).toBe(0);
    expect(readFileSync(path("junit"), "utf8")).toContain('failures="0"');
    expect(JSON.parse(readFileSync(path("badge"), "utf8"))).toMatchObject({ message: "passed" });
    expect(readFileSync(path("markdown"), "utf8")).toContain("session-ended");
    const [run] = JSON.parse(readFileSync(path("sarif"), "utf8")).runs;
    expect(run.results.filter(({ suppressions }: never) => suppressions)).toHaveLength(5);

    // entries about what was not examined are not stale
    expect((await runCli("conform", server.url, ...flags, "--only", "ping")).code).toBe(0);
  }, 120_000);

  test("a verdict that is copied as a test fails, and one that passed passes", async () => {
    const folder = temporaryFolder();
    // what npx does with an installed package
    const main = join(import.meta.dirname, "..", "main.ts");
    const npx = `#!/bin/sh\nshift\nexec ${process.execPath} ${main} "$@"\n`;
    writeFileSync(join(folder, "npx"), npx, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const target = { kind: "http", url: server.url } as const;
    const ran = ["session-ended", "ping"].map(async (id) => {
      const path = join(folder, `${id}.test.mjs`);
      writeFileSync(path, failingTest({ id, title: id }, "2025-11-25", target));
      const child = spawn(process.execPath, ["--test", path], { env });
      const [out, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return [status, out.includes("After DELETE, ping was answered with 400")];
    });
    expect(await Promise.all(ran)).toEqual([
      [1, true],
      [0, false],
    ]);
  }, 60_000);

  test("--calls sends saved calls without variables, and --only runs one test", async () => {
    const demo = await startDemo({ isFast: true });
    onTestFinished(demo.close);
    const folder = temporaryFolder();
    const [calls, session] = [join(folder, "calls.json"), join(folder, "session.json")];
    const callOf = (message: string) => {
      return { name: message, kind: "tool", item: "echo", arguments: { text: message } };
    };
    const all = [callOf("a saved call"), callOf("with {{variable}}")];
    const document = { format: "mcp-playground-collection/1", name: "c", calls: all };
    writeFileSync(calls, JSON.stringify(document));
    const { out, code } = await runCli(
      ...["conform", demo.url, "--revision", "2025-11-25"],
      ...["--only", "tool-result-valid", "--calls", calls, "--record", session],
    );
    expect(out).toContain("1 passed, 0 failed");
    expect(code).toBe(0);
    const recorded = readFileSync(session, "utf8");
    expect(recorded).toContain("a saved call");
    const causes = initiatorsOfCalls(session);
    expect(causes.length).toBeGreaterThan(0);
    for (const cause of causes) {
      expect(cause).toEqual({ kind: "examination", id: "tool-result-valid" });
    }
    expect(recorded).not.toContain("{{variable}}");
  }, 60_000);

  test("a revision that it does not speak could not run", async () => {
    const { code, out } = await runCli("conform", server.url, "--revision", "2026-07-28");
    expect(out).toContain("2026-07-28");
    expect(out).toContain("1 could not run");
    expect(code).toBe(3);
  }, 60_000);
});

test("a revision that has no verdicts says why", async () => {
  const demo = await startDemo({ refused: ["2025-06-18"] });
  onTestFinished(demo.close);
  const { out } = await runCli("conform", demo.url, "--only", "ping");
  expect(out).toMatch(/^2025-06-18: not examined\. .*Unsupported protocol version/m);
  expect(out).not.toMatch(/^2025-11-25: not examined/m);
}, 60_000);

test("over stdio, no process is left", async () => {
  await expectStdioFindings("--only", quick.join(","));
});

/** The program of a server that speaks every legacy revision; the statements may end a request. */
const legacyServer = (statements: string) => `
  const write = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const serverInfo = { name: "s", version: "1" };
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const lists = { "tools/list": "tools", "resources/list": "resources", "prompts/list": "prompts" };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    let message; try { message = JSON.parse(line); } catch { return; }
    const { id, method, params } = message;
    if (id === undefined || method === undefined) return;
    ${statements}
    const { protocolVersion } = params ?? {};
    if (method === "initialize") return write({ id, result: { protocolVersion, serverInfo, capabilities } });
    if (method === "ping") return write({ id, result: {} });
    if (lists[method]) return write({ id, result: { [lists[method]]: [] } });
    write({ id, error: { code: method === "resources/read" ? -32002 : -32601, message: "Not found" } });
  });`;

test("a server that dies is said to once, with its exit code and the line that matters", async () => {
  const dies = `if (method === "ping") {
    console.error("    at start");
    console.error("Error: the disk is gone");
    process.exit(7);
  }`;
  const { out, code } = await runCli(
    ...["conform", "--timeout", "5", "--", process.execPath, "-e", legacyServer(dies)],
  );
  const sentence = "the server exited with code 7: Error: the disk is gone";
  expect(out.split(`could not be made again: ${sentence}.`)).toHaveLength(2);
  expect(out).toMatch(/could-not-run \d+ tests at 2025-11-25\n/);
  expect(out).toContain(`ping was answered with nothing: ${sentence}.`);
  // other revisions are not tried, so that each run says the same
  expect(out).toMatch(/^s 1 · stdio · 2025-11-25$/m);
  expect(code).toBe(1);
}, 60_000);

test("a backend that is away is no violation, and a wrong code is one", async () => {
  const away = `if (method === "tools/list" || method === "resources/read") {
    return write({ id, error: { code: -32603, message: "The database is away" } });
  }`;
  const { out } = await runCli(
    ...["conform", "--output", "json", "--revision", "2025-11-25", "--timeout", "5"],
    ...["--only", "tools-list-valid,tool-names,resource-unknown-code,ping"],
    ...["--", process.execPath, "-e", legacyServer(away)],
  );
  const { verdicts } = reportOf(out);
  const of = (name: string) => verdicts.find(({ rule }) => rule === name);
  for (const rule of ["tools-list-valid", "tool-names"]) {
    expect(of(rule)).toMatchObject({
      outcome: "could-not-run",
      sentence:
        "The server's backend failed: tools/list was answered with the error -32603 (The database is away).",
    });
  }
  expect(of("resource-unknown-code")).toMatchObject({ outcome: "warning" });
  expect(of("ping")).toMatchObject({ outcome: "passed" });
}, 60_000);

test("a batch that is ignored over stdio is known by the next answers, not by the time limit", async () => {
  const { out, code } = await runCli(
    ...["conform", "--revision", "2025-03-26", "--timeout", "600", "--only", "batch"],
    ...["--", process.execPath, "-e", legacyServer("")],
  );
  expect(out).toContain("The batch was not answered with two results.");
  expect(code).toBe(1);
  const program = legacyServer("").replace(
    "const { id, method, params } = message;",
    `if (Array.isArray(message)) {
      return console.log(JSON.stringify(message.map(({ id }) => ({ jsonrpc: "2.0", id, result: {} }))));
    }
    $&`,
  );
  const good = await runCli(
    ...["conform", "--revision", "2025-03-26", "--timeout", "600", "--only", "batch"],
    ...["--", process.execPath, "-e", program],
  );
  expect(good.out).toContain("1 passed, 0 failed");
}, 60_000);

test("a server that checks Host only learns what it refused, and that Origin is not checked", async () => {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse((await text(request)) || "{}");
    if (!request.headers.host?.startsWith("127.0.0.1:")) return response.writeHead(421).end();
    if (id === undefined) return response.writeHead(202).end();
    const serverInfo = { name: "s", version: "1" };
    const { protocolVersion } = params ?? {};
    const result = method === "initialize" ? { protocolVersion, capabilities: {}, serverInfo } : {};
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { out } = await runCli(
    ...["conform", url, "--revision", "2025-11-25", "--only", "origin", "--output", "json"],
  );
  const [verdict] = reportOf(out).verdicts;
  expect(verdict).toMatchObject({
    rule: "origin",
    outcome: "violation",
    sentence: expect.stringContaining(
      "was served. One with Host: conformance.invalid was refused with 421: a check of Host does not",
    ),
    expected: "A foreign Origin is refused by a server on this machine",
    seen: expect.stringMatching(/^HTTP 200, application\/json: /),
    fix: "Answer 403 to an Origin that the server does not expect.",
  });
  expect(verdict?.evidence.map((each) => each.text).join()).toContain("421");
}, 60_000);

test("--list contacts nothing, and says what is sent", async () => {
  const { code, out } = await runCli("conform", "--list");
  expect(out).toContain("unknown-method");
  expect(out).toContain("sends conformance/unknown");
  expect(out.match(/ sends /g)?.length).toBeGreaterThanOrEqual(40);
  expect(code).toBe(0);
});

describe("bad input", () => {
  test.each([
    [["conform"], "Give the server"],
    [["conform", "nonsense"], '"nonsense" is not an http(s) URL'],
    [["conform", "--revision", "1999-01-01", "http://127.0.0.1:1/"], "Unknown revision"],
    [["conform", "--output", "xml", "http://127.0.0.1:1/"], "--output needs one of"],
    [["conform", "--timeout", "-1", "http://127.0.0.1:1/"], "--timeout needs"],
    [["conform", "--colls", "x", "http://127.0.0.1:1/"], "unknown option"],
    [["conform", "--calls", "/none.json", "http://127.0.0.1:1/"], "cannot be read"],
    [["conform", "--calls", everythingProgram, "http://127.0.0.1:1/"], "is not a collection"],
    [["conform", "http://127.0.0.1:1/", "http://127.0.0.1:2/"], "too many arguments"],
  ])("%j is wrong usage", async (argv, sentence) => {
    const { code, err } = await runCli(...argv);
    expect(err.toLowerCase()).toContain(sentence.toLowerCase());
    expect(code).toBe(2);
  });

  test.each([
    ["nobody listens", ["http://127.0.0.1:1/mcp"]],
    ["the program does not exist", ["--", "/none"]],
    ["it never answers", ["--", process.execPath, "-e", "process.stdin.resume()"]],
    [
      "it answers nonsense",
      ["--", process.execPath, "-e", 'setInterval(() => console.log("\\u001b[2Jhello"), 50)'],
    ],
  ])(
    "where %s, it could not run",
    async (_, server) => {
      const { code, out, err } = await runCli("conform", "--timeout", "0.3", ...server);
      expect(out).toContain("could-not-run connects");
      expect(out + err).not.toMatch(/(?!\n)\p{Cc}|at .*\.ts:/u);
      expect(code).toBe(3);
    },
    60_000,
  );

  test("a server that floods and steers the terminal is examined", async () => {
    const steering = "\u001b]0;title\u0007\u001b[2J\u202e";
    const program = `
      const steering = ${JSON.stringify(steering)};
      const write = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
      const serverInfo = { name: steering, version: steering };
      require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
        let message; try { message = JSON.parse(line); } catch { return; }
        const { id, method, params } = message;
        if (id === undefined || method === undefined) return;
        for (let count = 0; count < 1000; count++) write({ method: "notifications/" + steering });
        const { protocolVersion } = params ?? {};
        if (method === "initialize") return write({ id, result: { protocolVersion, serverInfo, capabilities: {} } });
        if (method === "ping") return write({ id, result: {} });
        write({ id, error: { code: 1, message: steering } });
      });`;
    const { code, out, err } = await runCli(
      ...["conform", "--revision", "2025-11-25", "--", process.execPath, "-e", program],
    );
    expect(out).toContain("violation unknown-method");
    expect(out + err).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
    expect(code).toBe(1);
  }, 60_000);

  test("a server that stops answering ends soon", async () => {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        if (!body.includes('"initialize"')) return;
        const { id, params } = JSON.parse(body);
        const serverInfo = { name: "s", version: "1" };
        const result = { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      });
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close().closeAllConnections());
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { code, out } = await runCli(
      ...["conform", url, "--revision", "2025-11-25", "--timeout", "0.5"],
    );
    expect(out).toContain("The server did not answer the requests before it.");
    expect(code).toBe(1);
  }, 60_000);
});
