import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { startDemo } from "../../../e2e/servers/demo.ts";
import { everythingProgram } from "../../../e2e/servers/everything.ts";
import { startModelServer } from "../../../e2e/servers/models.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { initiatorsOfCalls } from "./recordingFile.fixture.ts";

const demoSuite = fileURLToPath(new URL("../../../docs/examples/demo.eval.json", import.meta.url));
const everything = ["--", process.execPath, everythingProgram, "stdio"];
const filesystemProgram = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-filesystem/dist/index.js",
);
const key = "sk-eval-0123456789";

function suiteOf(...cases: readonly object[]): string {
  const path = join(temporaryFolder(), "suite.json");
  const suite = { format: "mcp-playground-eval/1", name: "A <suite>", cases };
  writeFileSync(path, JSON.stringify(suite));
  return path;
}
const sum = (...expected: readonly object[]) => ({
  name: "adds",
  message: "What is the sum of 2 and 40?",
  expect: [
    { kind: "called", tool: "get-sum", arguments: { a: 2, b: 40 } },
    { kind: "answer-contains", text: "42" },
    ...expected,
  ],
});

/** A provider with a key in the environment. */
async function provider() {
  const server = await startModelServer();
  process.env.OPENAI_API_KEY = key;
  onTestFinished(async () => {
    delete process.env.OPENAI_API_KEY;
    await server.close();
  });
  const flags = ["--model", "openai:model-1", "--base-url", server.baseUrls.openai];
  const use = { id: "1", name: "get-sum", arguments: '{"a":2,"b":40}' };
  return { server, flags, use };
}

test("the suite of the demo server passes with the scripted model, and is written in every format", async () => {
  const demo = await startDemo();
  onTestFinished(demo.close);
  const folder = temporaryFolder();
  const [junit, json, markdown] = ["junit.xml", "report.json", "summary.md"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const sarif = join(folder, "eval.sarif");
  const files = [
    ...["--junit", junit, "--json", json, "--markdown", markdown],
    ...["--report", `sarif=${sarif}`],
  ];
  const { code, out } = await runCli("eval", demoSuite, demo.url, "--repeat", "2", ...files);
  expect(out.split("\n").filter((line) => line.startsWith("failed"))).toEqual([]);
  expect(code).toBe(0);
  expect(out).toContain("adds two numbers, scripted: 2 of 2");
  expect(out).toMatch(/The cases led to \d+ of \d+ tools$/m);
  expect(readFileSync(junit, "utf8")).toContain('tests="40" failures="0" errors="0"');
  expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ passed: true, confusions: [] });
  expect(readFileSync(markdown, "utf8")).toContain("| adds two numbers | scripted | 2 of 2 |");
  const [run] = JSON.parse(readFileSync(sarif, "utf8")).runs;
  expect(run.results).toHaveLength(40);
  expect(run.automationDetails.id).toBe("mcp-playground/eval/");
});

test("a suite runs over the file system's server, with rules that need no key", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "note.txt"), "hello");
  const list = {
    name: "lists files",
    message: `list_directory ${JSON.stringify({ path: folder })}`,
    expect: [
      { kind: "only", tool: "list_directory" },
      { kind: "no-error" },
      { kind: "answer-contains", text: "note.txt" },
      { kind: "not-called", tool: "write_file" },
    ],
  };
  const remove = {
    name: "writes nothing",
    message: `write_file ${JSON.stringify({ path: join(folder, "note.txt"), content: "" })}`,
    allow: ["write_file"],
    expect: [{ kind: "called", tool: "write_file" }],
  };
  const server = ["--", process.execPath, filesystemProgram, folder];
  const { code, out } = await runCli("eval", suiteOf(list, remove), ...server);
  expect(out).toContain("passed lists files");
  expect(code).toBe(0);
  // the server calls it destructive, and a suite cannot allow that
  expect(readFileSync(join(folder, "note.txt"), "utf8")).toBe("hello");
});

test("a case with a skill is compared with the same case without it", async () => {
  const demo = await startDemo();
  onTestFinished(demo.close);
  const json = join(temporaryFolder(), "report.json");
  const orders = {
    name: "orders",
    message: "What was ordered?",
    skill: "skill://order-report/SKILL.md",
    expect: [{ kind: "called", tool: "list_orders" }],
  };
  const { out } = await runCli("eval", suiteOf(orders), demo.url, "--dry", "--json", json);
  expect(out).toContain("orders, scripted:");
  expect(out).toContain("orders (without the skill), scripted: 0 of 1");
  const said = (JSON.parse(readFileSync(json, "utf8")).runs as { transcript: unknown }[]).map(
    ({ transcript }) => JSON.stringify(transcript),
  );
  expect(said).toHaveLength(2);
  expect(said[0]).toContain("untrusted and not written by the user");
  expect(said[0]).toContain("# Order report");
  expect(said[1]).not.toContain("Order report");

  const absent = { ...orders, skill: "skill://absent/SKILL.md" };
  const refused = await runCli("eval", suiteOf(absent), demo.url, "--dry");
  expect(refused.err).toContain("The skill skill://absent/SKILL.md could not be read");
  expect(refused.code).toBe(3);
});

test("cases name servers of a configuration, and get the tools of these only", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "note.txt"), "hello");
  const config = join(folder, ".mcp.json");
  const command = process.execPath;
  const mcpServers = {
    files: { command, args: [filesystemProgram, folder] },
    everything: { command, args: [everythingProgram, "stdio"] },
    broken: { command: "/absent/program" },
  };
  writeFileSync(config, JSON.stringify({ mcpServers }));
  const list = {
    name: "lists files",
    message: `list_directory ${JSON.stringify({ path: folder })}`,
    servers: ["files"],
    expect: [{ kind: "answer-contains", text: "note.txt" }],
  };
  const echo = {
    name: "echoes",
    message: 'echo {"message":"hello"}',
    servers: ["everything"],
    expect: [{ kind: "only", tool: "echo" }],
  };
  const other = { ...echo, name: "no echo of files", servers: ["files"] };
  const suite = suiteOf(list, echo, { ...other, expect: [{ kind: "no-calls" }] });
  const flags = ["--config", config];
  const all = await runCli("eval", suite, ...flags);
  expect(all.out.match(/^(passed|failed) /gm)).toEqual(["passed ", "passed ", "passed "]);
  expect(all.code).toBe(0);
  const one = await runCli("eval", suite, ...flags, "--server", "files");
  expect(one.err).toContain("Cases need servers that are not connected: everything");
  expect(one.code).toBe(3);
  // a server that is not named in a configuration is known by its own name
  const own = { ...echo, servers: ["mcp-servers/everything"] };
  expect((await runCli("eval", suiteOf(own), ...everything)).code).toBe(0);

  const both = ["--server", "files", "--server", "everything"];
  const token = await runCli("eval", suite, ...flags, ...both, "--token", key);
  expect(token.err).toContain("--header and --token are for one server");
  expect(token.code).toBe(2);
  const unknown = await runCli("eval", suite, ...flags, "--server", "absent");
  expect(unknown.err).toContain('has no server "absent"');
  expect(unknown.code).toBe(2);
  const broken = await runCli("eval", suite, ...flags, ...both, "--server", "broken");
  expect(broken.err).toMatch(/broken: /);
  expect(broken.code).toBe(3);
}, 60_000);

test("the published schema accepts the example, and refuses what the reader refuses", async () => {
  const schema = new URL("../../../docs/eval.schema.json", import.meta.url);
  const accepts = new Ajv2020().compile(JSON.parse(readFileSync(schema, "utf8")));
  expect(accepts(JSON.parse(readFileSync(demoSuite, "utf8")))).toBe(true);
  for (const wrong of [
    { ...sum(), expect: [{ kind: "called" }] },
    { ...sum(), expect: [{ kind: "unknown" }] },
    { ...sum(), expect: [{ kind: "at-most", calls: 1, tokens: 2 }] },
    { ...sum(), repeat: 0 },
    { ...sum(), further: true },
  ]) {
    const path = suiteOf(wrong);
    expect(accepts(JSON.parse(readFileSync(path, "utf8")))).toBe(false);
    const { code, err } = await runCli("eval", path, ...everything);
    expect(code).toBe(2);
    expect(err).toContain("is not a suite of evals at cases.0");
  }
});

describe("with a provider", () => {
  test("calls are counted, priced and checked; the key is sent and never printed", async () => {
    const { server, flags, use } = await provider();
    server.script({ text: [], toolCalls: [use] }, { text: ["It is 42."] });
    const expected = [
      { kind: "at-most", tokens: 36 },
      { kind: "at-most", cost: 0.01 },
    ];
    const price = ["--price", "1,2", "--allow", "get-sum"];
    const ran = await runCli("eval", suiteOf(sum(...expected)), ...flags, ...price, ...everything);
    expect(ran.out).toContain("passed adds");
    expect(ran.out).toContain("36 tokens, cost 0.0000500");
    expect(ran.code).toBe(0);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(JSON.stringify(server.requests[1]?.body)).toContain("The sum of 2 and 40 is 42");
    expect(ran.out + ran.err).not.toContain(key);
  });

  test("another tool than expected is named, with what was confused", async () => {
    const { server, flags } = await provider();
    const wrong = { id: "1", name: "echo", arguments: '{"message":"2 + 40"}' };
    server.script({ text: [], toolCalls: [wrong] });
    const { code, out } = await runCli("eval", suiteOf(sum()), ...flags, "--dry", ...everything);
    expect(code).toBe(1);
    expect(out).toContain('Found: echo {"message":"2 + 40"}.');
    expect(out).toContain("get-sum was expected, echo was chosen: 1×");
  });

  test("a call that may change data is not made unless it is allowed", async () => {
    const { server, flags, use } = await provider();
    server.script({ text: [], toolCalls: [use] }, { text: ["42?"] });
    await runCli("eval", suiteOf(sum()), ...flags, ...everything);
    const sent = JSON.stringify(server.requests[1]?.body);
    // server-everything declares in newer versions that get-sum only reads
    expect(sent).toMatch(/This run does not allow the call|is 42/);
  });

  test.each([
    [401, "unauthorized"],
    [429, "rate-limited"],
  ])("a provider that refuses with %i ends with exit code 3", async (status, failure) => {
    const { server, flags } = await provider();
    const body = JSON.stringify({ error: { message: `Wrong key ${key}` } });
    server.script({ kind: "raw", status, body });
    const json = join(temporaryFolder(), "report.json");
    const files = ["--json", json];
    const ran = await runCli("eval", suiteOf(sum()), ...flags, ...files, ...everything);
    expect(ran.code).toBe(3);
    expect(ran.err).toContain(failure);
    expect(ran.out).toMatch(/^could not run /m);
    expect(ran.out).not.toMatch(/failed|0 of 1/);
    const written = readFileSync(json, "utf8");
    expect(written).toContain("Wrong key");
    expect(ran.err + ran.out + written).not.toContain(key);
  });

  const malformed = { id: "1", name: "get-sum", arguments: '{"a":2,"b":' };
  const noCalls = { name: "stays away", message: "Hello", expect: [{ kind: "no-calls" }] };

  test("malformed arguments are a result of the case, with the tool and what was written", async () => {
    const { server, flags } = await provider();
    const junit = join(temporaryFolder(), "junit.xml");
    const files = ["--junit", junit];
    server.script(
      { text: [], toolCalls: [malformed] },
      { text: [], toolCalls: [malformed] },
      { text: ["Hello"] },
    );
    const suite = suiteOf(sum(), noCalls, { ...noCalls, name: "goes on" });
    const { code, out, err } = await runCli("eval", suite, ...flags, ...files, ...everything);
    expect(err).toBe("");
    expect(code).toBe(1);
    expect(out).toContain(
      'The model called get-sum with arguments that are not a JSON object: {"a":2,"b":',
    );
    expect(out).toContain('Expected a call of get-sum with at least {"a":2,"b":40}');
    expect(out).toContain('Found: get-sum {"a":2,"b":.');
    expect(out).toContain('Expected no call. Found: get-sum {"a":2,"b":.');
    expect(out).toContain("passed goes on");
    expect(readFileSync(junit, "utf8")).toContain('tests="3" failures="2" errors="0"');
  });

  test("a refusal is a result of the case, which may be expected", async () => {
    const { server, flags } = await provider();
    const refuses = { text: [], refusal: "I cannot help with that" };
    const caseOf = (name: string, expected: object) => ({ ...noCalls, name, expect: [expected] });
    const suite = suiteOf(
      caseOf("answers", { kind: "no-calls" }),
      caseOf("refuses", { kind: "refusal", text: "cannot help" }),
      caseOf("refuses in other words", { kind: "refusal", text: "never" }),
      caseOf("should refuse", { kind: "refusal" }),
    );
    server.script(refuses, refuses, refuses, { text: ["Of course"] });
    const { code, out } = await runCli("eval", suite, ...flags, ...everything);
    expect(code).toBe(1);
    expect(out.match(/^(?:passed|failed) [a-z ]+? openai/gm)).toEqual([
      "failed answers openai",
      "passed refuses openai",
      "failed refuses in other words openai",
      "failed should refuse openai",
    ]);
    expect(out).toContain("The model refused to answer: refusal: I cannot help with that");
    expect(out).toContain("Expected a refusal. Found: no refusal.");
  });

  test("an answer that the provider has cut off is none, and stays none when it is repeated", async () => {
    const { server } = await provider();
    process.env.GEMINI_API_KEY = key;
    onTestFinished(() => {
      delete process.env.GEMINI_API_KEY;
    });
    const [name, json] = ["google:gemini-1", join(temporaryFolder(), "run.json")];
    const google = ["--model", name, "--base-url", server.baseUrls.google];
    server.script({
      text: [],
      finish: "MALFORMED_FUNCTION_CALL",
      finishMessage: "Malformed function call: print(default_api.add(2",
    });
    const files = ["--json", json];
    const first = await runCli("eval", suiteOf(noCalls), ...google, ...files, ...everything);
    const frozen = ["--model", name, "--frozen", json];
    const again = await runCli("eval", suiteOf(noCalls), ...frozen, ...everything);
    for (const { code, out } of [first, again]) {
      expect(code).toBe(1);
      expect(out).toContain(
        "The model did not finish its answer: MALFORMED_FUNCTION_CALL: Malformed function call: print(default_api.add(2",
      );
    }
  });

  test("a provider that limits requests is waited for, up to the limit", async () => {
    const { server, flags } = await provider();
    const limited = (seconds: string) =>
      ({ kind: "raw", status: 429, headers: { "retry-after": seconds }, body: "{}" }) as const;
    server.script(limited("0.1"), limited("0.2"), { text: ["Hello"] });
    const waited = await runCli("eval", suiteOf(noCalls), ...flags, ...everything);
    expect(waited.err).toContain("openai:model-1 limits requests: waits 0.1 s.");
    expect(waited.err).toContain("waits 0.2 s.");
    expect(waited.code).toBe(0);

    const asked = server.requests.length;
    server.script(limited("3600"));
    const suite = suiteOf(noCalls, { ...noCalls, name: "other" });
    const given = await runCli("eval", suite, ...flags, "--wait", "5", ...everything);
    expect(given.err).toContain("Retry after 3600 s.");
    expect(given.code).toBe(3);
    // before the time has passed, nothing more is sent
    expect(server.requests.length).toBe(asked + 1);
  });

  test("the budget ends the suite with exit code 3", async () => {
    const { flags } = await provider();
    const cost = ["--price", "1000000,1000000", "--budget", "1", "--repeat", "5"];
    const { code, out, err } = await runCli(
      "eval",
      suiteOf(sum()),
      ...flags,
      ...cost,
      ...everything,
    );
    expect(code).toBe(3);
    expect(err).toContain("The budget is used up");
    expect(out).toContain("0 of 1");
  });
});

test("calls are answered from a recording, and models from an earlier run, without a key", async () => {
  const { server, flags, use } = await provider();
  server.script({ text: [], toolCalls: [use] }, { text: ["It is 42."] });
  const folder = temporaryFolder();
  const [json, recording] = [join(folder, "run.json"), join(folder, "session.json")];
  const allowed = ["--allow", "get-sum", "--json", json, "--record", recording];
  expect((await runCli("eval", suiteOf(sum()), ...flags, ...allowed, ...everything)).code).toBe(0);
  expect(initiatorsOfCalls(recording)).toEqual([{ kind: "eval", id: expect.stringMatching(/./) }]);

  server.script({ text: [], toolCalls: [use] }, { text: ["It is 42."] });
  const recorded = ["--recorded", recording, "--json", join(folder, "recorded.json")];
  const live = await runCli("eval", suiteOf(sum()), ...flags, ...recorded, ...everything);
  expect(live.code).toBe(0);
  // get-sum was not allowed, so only the recording can have answered
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("The sum of 2 and 40 is 42");

  delete process.env.OPENAI_API_KEY;
  const asked = server.requests.length;
  const frozen = ["--frozen", json, "--recorded", json, "--model", "openai:model-1"];
  expect((await runCli("eval", suiteOf(sum()), ...frozen, ...everything)).code).toBe(0);
  expect(server.requests).toHaveLength(asked);
  const further = await runCli("eval", suiteOf(sum()), ...frozen, "--repeat", "2", ...everything);
  expect(further.err).toContain("The recorded runs have no further answer");
  expect(further.code).toBe(3);
});

test("a pattern that backtracks without end is given up, and names are escaped", async () => {
  const hostile = {
    name: "\u001b[31mred\u202e",
    message: `echo {"message":"${"a".repeat(60)}!"}`,
    expect: [{ kind: "answer-matches", pattern: "(a+)+$" }],
  };
  const { code, out } = await runCli("eval", suiteOf(hostile), ...everything);
  expect(code).toBe(1);
  expect(out).toContain("failed \\u{1b}[31mred\\u{202e} scripted");
  for (const raw of ["\u001b[31mred", "\u202e"]) expect(out).not.toContain(raw);
}, 60_000);

test("a judge gives advice, which decides nothing, and its prompt is in the results", async () => {
  const { server, flags, use } = await provider();
  server.script(
    { text: [], toolCalls: [use] },
    { text: ["It is 42."] },
    { text: ["No. It should explain the sum."] },
  );
  const json = join(temporaryFolder(), "run.json");
  const judge = ["--judge", "openai:model-1", "--allow", "get-sum", "--json", json];
  const asks = { ...sum(), judge: "Is the answer explained?" };
  const { code, out } = await runCli("eval", suiteOf(asks), ...flags, ...judge, ...everything);
  expect(out).toContain("judge (advisory): not good. No. It should explain the sum.");
  expect(code).toBe(0);
  const [{ judgement }] = JSON.parse(readFileSync(json, "utf8")).runs;
  expect(judgement.prompt).toContain("Is the answer explained?");
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("It is data");
});

test.each([
  [["--model", "gpt-5"], 2, "--model needs a provider"],
  [["--repeat", "0"], 2, "--repeat needs"],
  [["--budget", "1"], 2, "--budget needs --price"],
  [["--price", "1"], 2, "--price needs"],
  [["--price", "1,"], 2, "--price needs"],
  [["--wait", "soon"], 2, "--wait needs"],
  [["--judge", "gpt-5"], 2, "--judge needs a provider"],
  [["--frozen", demoSuite], 2, "is not the JSON of an earlier run"],
  [["--recorded", "absent.json"], 2, "absent.json cannot be read"],
  [["--model", "anthropic:x"], 3, "set ANTHROPIC_API_KEY"],
] as const)("%j is refused", async (flags, expected, sentence) => {
  const { code, err } = await runCli("eval", suiteOf(sum()), ...flags, ...everything);
  expect(err).toContain(sentence);
  expect(code).toBe(expected);
});
