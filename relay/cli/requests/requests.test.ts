import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { writeServer } from "../../../e2e/servers/editable.ts";
import { everythingProgram, startEverything } from "../../../e2e/servers/everything.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

const stdio = ["--", process.execPath, everythingProgram, "stdio"];

let server: Awaited<ReturnType<typeof startEverything>>;
let url = "";
beforeAll(async () => {
  server = await startEverything();
  url = server.url;
}, 60_000);
afterAll(() => server.stop());

test("list prints items with the arguments of a call", async () => {
  const { code, out } = await runCli("list", "tools", url);
  expect(out).toContain("get-sum a=<number> b=<number>\n  Returns the sum of two numbers\n");
  expect(code).toBe(0);
});

test("list without a word prints everything, as JSON as the server sent it", async () => {
  const { code, out } = await runCli("list", url, "--output", "json");
  const listed = JSON.parse(out);
  expect(Object.keys(listed)).toEqual(["tools", "resources", "resourceTemplates", "prompts"]);
  expect(listed.prompts[0].name).toBe("simple-prompt");
  expect(code).toBe(0);
});

test("call types arguments by the schema, over stdio and HTTP", async () => {
  for (const target of [[url], stdio]) {
    const { code, out } = await runCli("call", "get-sum", "a=2", "b=40", ...target);
    expect(out).toBe("The sum of 2 and 40 is 42.\n");
    expect(code).toBe(0);
  }
});

test("the URL may come first, and arguments may be JSON, with words that override it", async () => {
  const args = ["--json", '{"a":1.0,"b":7}', "--output", "raw"];
  const { out } = await runCli("call", url, "get-sum", "b=5", ...args);
  expect(JSON.parse(out).result.content[0].text).toBe("The sum of 1 and 5 is 6.");
});

test.each([
  [["b=40"], "The required argument a is missing; the request is sent without.\n"],
  [["--json", "{}"], "The required arguments a, b are missing; the request is sent without.\n"],
  [["a=2", "b=40"], ""],
])("call with %j says which required arguments are missing, and sends", async (words, said) => {
  const { out, err } = await runCli("call", "get-sum", ...words, "--output", "raw", url);
  expect(err.replace(/^mcp-playground: .*\n/m, "")).toBe(said);
  expect(JSON.parse(out)).toHaveProperty("result");
});

test("a missing required argument is named with its default, which is not sent by itself", async () => {
  const inputSchema = {
    type: "object",
    properties: { unit: { type: "string", default: "km" }, to: { type: "string" } },
    required: ["unit", "to"],
  };
  const server = await writeServer(temporaryFolder(), {
    tools: [{ name: "go", inputSchema, answer: "JSON.stringify(args)" }],
  });
  const { err } = await runCli("call", "go", "--output", "raw", "--", process.execPath, server);
  expect(err).toContain(
    'The required arguments unit (default "km"), to are missing; the request is sent without.\n',
  );
}, 60_000);

test("exit code 1 where the tool reports an error, or the server has no such tool", async () => {
  const wrong = await runCli("call", "get-sum", "a=2", "--output", "json", url);
  expect(JSON.parse(wrong.out).isError).toBe(true);
  expect(wrong.code).toBe(1);
  const unknown = await runCli("call", "nope", url);
  expect(unknown.err).toContain("The server lists no tool named nope.\n");
  expect(unknown.code).toBe(1);
  const similar = await runCli("call", "get-summ", "a=1", "b=2", url);
  expect(similar.err).toContain("no tool named get-summ. Did you mean get-sum?");
  const prompt = await runCli("prompt", "simple-promt", url);
  expect(prompt.err).toContain("no prompt named simple-promt. Did you mean simple-prompt?");
});

describe("reads", () => {
  test("a template with a value for its variable", async () => {
    const uri = "demo://resource/dynamic/text/{resourceId}";
    const { code, out } = await runCli("read", uri, "resourceId=3", url);
    expect(out).toMatch(/^Resource 3: /);
    expect(code).toBe(0);
  });

  test("an image into a file", async () => {
    const path = join(temporaryFolder(), "image.png");
    const { code, err } = await runCli("call", "get-tiny-image", "--save", path, url);
    expect(err).toMatch(/[\d,]+ bytes were written/);
    // without the texts around it
    expect(readFileSync(path).toString("latin1")).toMatch(/^\x89PNG.*IEND....$/s);
    expect(code).toBe(0);
  });

  test("a url in a configuration never starts a command, and its value is not printed", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "mcp.json");
    const started = join(folder, "started");
    vi.stubEnv("URL_TEST_SECRET", "hush-5f1e7a");
    onTestFinished(() => void vi.unstubAllEnvs());
    const urls = [
      `\${URL_TEST_UNSET:-touch ${started}}`,
      `\${URL_TEST_UNSET:-file://${started}}`,
      "\u0024{URL_TEST_SECRET}",
    ];
    const commands = [["list"], ["ping"], ["check"], ["doctor"], ["call", "echo"]];
    for (const url of urls) {
      writeFileSync(path, JSON.stringify({ mcpServers: { a: { type: "http", url } } }));
      for (const command of commands) {
        const { code, out, err } = await runCli(...command, "--server", "a", "--config", path);
        expect([command[0], code]).toEqual([command[0], 2]);
        expect(err).toContain('The url of "a" is not an http(s) URL.');
        expect(out + err).not.toContain("hush-5f1e7a");
      }
    }
    expect(existsSync(started)).toBe(false);
  });

  test("a server that a configuration names", async () => {
    const path = join(temporaryFolder(), "mcp.json");
    const servers = { everything: { type: "http", url }, other: { command: "false" } };
    writeFileSync(path, JSON.stringify({ mcpServers: servers }));
    const uri = "demo://resource/static/document/features.md";
    const { code, out } = await runCli("read", uri, "--server", "everything", "--config", path);
    expect(out).toContain("# ");
    expect(code).toBe(0);
    const missing = await runCli("ping", "--server", "none", "--config", path);
    expect(missing.err).toContain('has no server "none". It has everything, other.');
    expect(missing.code).toBe(2);

    const calls = join(temporaryFolder(), "calls.json");
    const one = { kind: "tool", name: "sum", item: "get-sum", arguments: { a: 1, b: 2 } };
    writeFileSync(
      calls,
      JSON.stringify({ format: "mcp-playground-collection/1", name: "a", calls: [one] }),
    );
    const recording = join(temporaryFolder(), "recording.json");
    const named = ["--server", "everything", "--config", path];
    const commands = [
      ["run", calls, ...named, "--record", recording],
      ["run", calls, "everything", "--config", path],
      ["run", calls, url, "--config", path],
      // it has the capabilities of `initialize`, for which the server has more tools
      ["replay", recording, ...named],
      ["check", ...named],
      ["conform", "--only", "ping", ...named],
    ];
    for (const words of commands) {
      const { code, err, out } = await runCli(...words);
      expect([code, err, code === 0 || out]).toEqual([0, "", true]);
    }
    const both = await runCli("run", calls, url, ...named);
    expect(both.err).toContain("Give either --server, or a URL or a command after --.");
    expect(both.code).toBe(2);
  });
});

test("prompt, complete and ping", async () => {
  const prompt = await runCli("prompt", "args-prompt", "city=Bonn", url);
  expect(prompt.out).toContain("user:\nWhat's weather in Bonn?");
  const completed = await runCli("complete", "completable-prompt", "department=E", url);
  expect(completed.out).toBe("Engineering\n");
  const ping = await runCli("ping", url);
  expect(ping.out).toMatch(/^ping was answered after [\d.]+ ms\.\n$/);
  expect([prompt.code, completed.code, ping.code]).toEqual([0, 0, 0]);
});

test.each([
  [
    ["list", "spells", "URL"],
    "list knows skills, tools, resources, templates, prompts, events, all.",
  ],
  [["list"], "Give the server"],
  [["call", "URL"], "call needs <tool> [name=value…]"],
  [["call", "get-sum", "a", "URL"], '"a" is not an argument'],
  [["call", "get-sum", "a=x", "URL"], "a needs a number"],
  [["call", "get-sum", "a=1", "a=2", "URL"], "a was given 2 times"],
  [["call", "get-sum", "a:=x", "URL"], "The value of a is not JSON."],
  [["call", "get-sum", "--json", "[1]", "URL"], "not a JSON object"],
  [["call", "get-sum", "--output", "xml", "URL"], "--output needs one of text, json, raw."],
  [["ping", "--server", "a"], "--config <file>"],
  [["ping", "--config", "/nowhere.json"], "The file does not exist."],
  [["ping", "--port", "1", "URL"], "ping has no option --port."],
])("%j is refused with exit code 2", async (args, reason) => {
  const { code, err } = await runCli(...args.map((word) => (word === "URL" ? url : word)));
  expect(err).toContain(reason);
  expect(code).toBe(2);
});

test("exit code 3 where the server cannot be reached or started", async () => {
  const unreachable = await runCli("ping", "http://127.0.0.1:9/mcp");
  expect(unreachable.err).toContain("127.0.0.1:9");
  expect(unreachable.code).toBe(3);
  const missing = await runCli("list", "--", "no-such-program-here");
  expect(missing.err).toContain("There is no program named no-such-program-here on your PATH");
  expect(missing.err).toContain("mcp-playground doctor finds out why.");
  expect(missing.code).toBe(3);
});
