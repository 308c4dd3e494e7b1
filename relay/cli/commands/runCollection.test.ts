import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { everythingProgram, startEverything } from "../../../e2e/servers/everything.ts";
import { temporaryFolder, until } from "../../relay.fixture.ts";
import { printed, type Ran, runCli } from "../cli.fixture.ts";

/** @param env variables of the environment of the command */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  Object.assign(process.env, env);
  onTestFinished(() => {
    for (const name of Object.keys(env)) delete process.env[name];
  });
  return runCli("run", ...args);
}

const stdio = ["--", process.execPath, everythingProgram, "stdio"];

function fileOf(calls: readonly object[], more: object = {}): string {
  const path = join(temporaryFolder(), "calls.json");
  const document = { format: "mcp-playground-collection/1", name: "Smoke <tests>", calls, ...more };
  // over several lines, as people write files
  writeFileSync(path, JSON.stringify(document, undefined, 2));
  return path;
}

const echo = (message: string, ...assert: object[]) => ({
  name: `echo ${message}`,
  kind: "tool",
  item: "echo",
  arguments: { message },
  assert,
});
const says = (value: string) => ({ kind: "equals", at: "/content/0/text", value });

describe("against the official example server", () => {
  const calls = [
    echo("{{greeting}}", says("Echo: {{greeting}}"), { kind: "faster-than", ms: 30_000 }),
    {
      name: "sum of a number that is no text",
      kind: "tool",
      item: "get-sum",
      arguments: { a: "{{count}}", b: 2 },
      assert: [{ kind: "contains", at: "/content/0/text", value: "is 5" }],
    },
    {
      name: "structured result",
      kind: "tool",
      item: "get-structured-content",
      arguments: { location: "New York" },
      assert: [
        { kind: "fits-output-schema" },
        { kind: "contains", at: "/structuredContent", value: { conditions: "Cloudy" } },
      ],
    },
    { name: "unknown tool", kind: "tool", item: "no-such-tool", assert: [{ kind: "fails" }] },
    {
      name: "prompt",
      kind: "prompt",
      item: "args-prompt",
      arguments: { city: "{{city}}" },
      assert: [{ kind: "contains", at: "/messages/0/content/text", value: "{{city}}" }],
    },
    {
      name: "resource",
      kind: "resource",
      item: "demo://resource/static/document/{{document}}.md",
      assert: [{ kind: "contains", at: "/contents", value: { mimeType: "text/markdown" } }],
    },
  ];
  const more = {
    variables: { greeting: "hi", count: 3, city: "Bonn", document: "features" },
    environments: [
      { name: "Berlin", variables: { city: "Berlin" } },
      { name: "secret", secrets: ["greeting"] },
    ],
  };

  test("over stdio: calls pass, variables have their values, exit code 0", async () => {
    const { code, out } = await run([fileOf(calls, more), ...stdio]);
    expect(out).toContain("6 of 6 calls passed");
    expect(code).toBe(0);
  });

  test("prints each call when it ends, before the next one is answered", async () => {
    const long = { name: "long", kind: "tool", item: "trigger-long-running-operation" };
    const path = fileOf([echo("first"), { ...long, arguments: { duration: 2, steps: 2 } }]);
    let isOver = false;
    const running = run([path, ...stdio]).finally(() => {
      isOver = true;
    });
    await until(() => printed().includes("passed echo first"));
    expect(isOver).toBe(false);
    expect(printed()).not.toContain("passed long");
    expect((await running).out).toMatch(/passed echo first.*\npassed long.*\n\n2 of 2/);
  }, 60_000);

  test("over HTTP, with an environment, its secret from this environment, and --var", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const path = fileOf([echo("{{greeting}} {{city}}", says("Echo: s3cret value Rome"))], more);
    const flags = ["--environment", "secret", "--var", "city=Rome"];
    const { code, out } = await run([path, server.url, ...flags], { greeting: "s3cret value" });
    expect(out).toContain("1 of 1 call passed");
    expect(code).toBe(0);
  });

  test("failed assertions are reported, in the JUnit XML as well, and the exit code is 1", async () => {
    const junit = join(temporaryFolder(), "results.xml");
    const path = fileOf([
      echo("a & b", says("<wrong>")),
      echo("{{unknown}}"),
      echo("passes"),
      echo("slow", { kind: "faster-than", ms: 0.001 }, { kind: "fits-output-schema" }),
    ]);
    const { code, out } = await run([path, "--junit", junit, ...stdio]);
    expect(code).toBe(1);
    expect(out).toContain("1 of 4 calls passed");
    expect(out).toContain('Expected "<wrong>", found "Echo: a & b".');
    expect(out).toContain("No value for {{unknown}}.");
    expect(out).toContain("The tool has no output schema.");
    expect(out).toMatch(/It took \d+ ms, not less than 0.001 ms/);
    const xml = readFileSync(junit, "utf8");
    expect(xml).toContain(
      '<testsuite name="Smoke &#60;tests&#62;" tests="4" failures="2" errors="1"',
    );
    expect(xml).toContain("found &#34;Echo: a &#38; b&#34;");
    expect(xml).toMatch(/<testcase name="echo passes" classname="[^"]*" time="[\d.]+" \/>/);
    expect(xml.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
  });
});

test("the check of a schema that takes forever ends at the timeout", async () => {
  const program = join(import.meta.dirname, "hostileSchema.fixture.ts");
  const call = {
    name: "slow",
    kind: "tool",
    item: "slow",
    assert: [{ kind: "fits-output-schema" }],
  };
  const args = [fileOf([call]), "--timeout", "2", "--", process.execPath, program];
  const { code, out } = await run(args);
  expect(out).toContain("0 of 1 call passed");
  expect(out).toContain("could not be checked");
  expect(code).toBe(1);
});

test.each([
  ["another format", "{}", "It is not a collection of saved calls."],
  ["a newer format", '{"format":"mcp-playground-collection/2"}', "made by a newer version"],
  ["no JSON", "{", "It is not complete JSON."],
  [
    "an invalid member",
    '{"format":"mcp-playground-collection/1","name":"x","calls":[{"name":"a","kind":"spell","item":"b"}]}',
    "A member is missing or invalid at /calls/0/kind.",
  ],
])(
  "a file with %s is refused with exit code 2",
  async (_, text, reason) => {
    const path = join(temporaryFolder(), "calls.json");
    writeFileSync(path, text);
    const { code, err } = await run([path, "http://127.0.0.1:9/mcp"]);
    expect(err).toContain(reason);
    expect(code).toBe(2);
  },
  120_000,
);

test.each([
  [["CALLS"], "Give the server", 2],
  [["CALLS", "http://127.0.0.1:9/mcp"], "127.0.0.1:9", 3],
  [["CALLS", "--environment", "none", "http://127.0.0.1:9/mcp"], "has no environment none", 2],
  [["CALLS", "--var", "=x", "http://127.0.0.1:9/mcp"], "--var needs a name", 2],
])(
  "%j fails",
  async (args, reason, expected) => {
    const path = fileOf([echo("x")]);
    const { code, err } = await run(args.map((word) => (word === "CALLS" ? path : word)));
    expect(err).toContain(reason);
    expect(code).toBe(expected);
  },
  120_000,
);

test("control characters of a server that refuses the handshake are escaped", async () => {
  const message = "\u001b]0;title\u0007\n\u001b[2Jmcp-playground: done";
  const refusing = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id } = JSON.parse(line);
    const error = { code: -1, message: ${JSON.stringify(message)} };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, error }));
  })`;
  const path = fileOf([echo("x")]);
  const { code, err } = await run([path, "--", process.execPath, "-e", refusing]);
  expect(code).toBe(3);
  expect(err).toContain("\\u{1b}]0;title\\u{7}\\u{a}\\u{1b}[2Jmcp-playground: done");
  expect(err.trimEnd()).not.toMatch(/\p{Cc}/u);
});

test("values of secrets are in neither the output nor the JUnit XML", async () => {
  const junit = join(temporaryFolder(), "results.xml");
  const path = fileOf(
    [echo("key {{api_key}}", says("{{api_key}}")), { ...echo("x"), item: "{{api_key}}" }],
    { environments: [{ name: "staging", secrets: ["api_key"] }] },
  );
  const args = [path, "--environment", "staging", "--junit", junit, ...stdio];
  const { code, out, err } = await run(args, { api_key: 'hunter "2" <tiger>' });
  expect(code).toBe(1);
  expect(out).toContain("found");
  const xml = readFileSync(junit, "utf8");
  expect(xml).toContain("found");
  for (const text of [out, err, xml]) expect(text).not.toMatch(/hunter|tiger/);
});
