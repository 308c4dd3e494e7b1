import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspectorProgram } from "../../../e2e/inspectorProgram.ts";
import { createMockServer } from "../../../shared/recording/mockServer/mockServer.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { createMockHttpServer } from "../mock/serveHttp.ts";
import { readRecordingFile } from "./inputFiles.ts";
import { stdioFile } from "./recordingFile.fixture.ts";

const main = join(import.meta.dirname, "..", "main.ts");
const golden = fileURLToPath(
  new URL("../../../shared/recording/golden/session.json", import.meta.url),
);

const handshake = [
  ["out", { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } }],
  [
    "in",
    {
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, logging: {} },
        serverInfo: { name: "recorded", version: "1" },
      },
    },
  ],
] as const;
const call = (id: number, args: object) =>
  ["out", { id, method: "tools/call", params: { name: "t", arguments: args } }] as const;
const result = (id: number, text: string) =>
  ["in", { id, result: { content: [{ type: "text", text }] } }] as const;
const log = (data: string) =>
  ["in", { method: "notifications/message", params: { level: "info", data } }] as const;

async function overStdio(path: string, ...flags: string[]) {
  const client = new Client({ name: "test", version: "1" });
  const seen: unknown[] = [];
  client.setNotificationHandler(
    "notifications/message",
    ({ params }) => void seen.push(params.data),
  );
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "serve", path, ...flags] }),
  );
  onTestFinished(() => client.close());
  return { client, seen };
}

/** Serves over HTTP in this process; resolves with the URL. */
async function overHttp(path: string, mode: "strict" | "lenient" = "strict"): Promise<string> {
  const recording = await readRecordingFile(path);
  const server = createMockHttpServer(createMockServer(recording, mode)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** The command over HTTP, in a process of its own. */
async function launchHttp(path: string): Promise<string> {
  const command = spawn(process.execPath, [main, "serve", path, "--http", "0"]);
  onTestFinished(() => void command.kill());
  return new Promise((resolve, reject) => {
    let said = "";
    command.stderr.on("data", (bytes) => {
      said += bytes;
      const url = /http:\S+/.exec(said)?.[0];
      if (url) resolve(url);
    });
    command.on("close", () => reject(new Error(said)));
  });
}

test("a recorded session answers the official client over stdio, exactly what was recorded", async () => {
  const { client } = await overStdio(golden);
  expect(client.getServerVersion()).toMatchObject({ name: "mcp-servers/everything" });
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  const answer = await client.callTool({ name: "echo", arguments: { message: "ä€😀" } });
  expect(answer.content).toEqual([{ type: "text", text: "Echo: ä€😀" }]);
  await expect(client.callTool({ name: "echo", arguments: { message: "x" } })).rejects.toThrow(
    /This is a recording: it holds no answer to tools\/call of "echo" with these params/,
  );
  await expect(client.readResource({ uri: "demo://x" })).rejects.toMatchObject({ code: -32_601 });
});

test("over Streamable HTTP too", async () => {
  const url = await launchHttp(golden);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  const answer = await client.callTool({ name: "echo", arguments: { message: "ä€😀" } });
  expect(answer.content).toEqual([{ type: "text", text: "Echo: ä€😀" }]);
});

test("lenient: the name is enough; repeated calls get the recorded answers and notifications in order", async () => {
  const path = stdioFile(
    ...handshake,
    call(2, { n: 1 }),
    log("one"),
    log("two"),
    result(2, "first"),
    call(3, { n: 2 }),
    result(3, "second"),
    log("late"),
  );
  const { client, seen } = await overStdio(path, "--lenient");
  const text = async (args: object) => {
    const { content } = await client.callTool({ name: "t", arguments: { ...args } });
    return (content[0] as { text: string }).text;
  };
  expect(await text({ other: true })).toBe("first");
  expect(seen).toEqual(["one", "two"]);
  expect(await text({ other: true })).toBe("second");
  await client.ping();
  expect(seen).toEqual(["one", "two", "late"]);
  expect(await text({ n: 2 })).toBe("second");
  await expect(client.callTool({ name: "u", arguments: {} })).rejects.toThrow(/of "u"/);
});

const question = { message: "Your name?", requestedSchema: { type: "object", properties: {} } };
const accepted = { action: "accept", content: { name: "Ann" } } as const;

/** A call during which the server asks the user. */
const asking = () =>
  stdioFile(
    ...handshake,
    call(2, {}),
    ["in", { id: 7, method: "elicitation/create", params: question }],
    log("asked"),
    ["out", { id: 7, result: accepted }],
    result(2, "Hello Ann"),
  );

async function connect(
  transport: "stdio" | "http",
  answer?: ElicitResult,
  mode: "strict" | "lenient" = "strict",
) {
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  const asked: unknown[] = [];
  if (answer) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return answer;
    });
  }
  const path = asking();
  await client.connect(
    transport === "http"
      ? new StreamableHTTPClientTransport(new URL(await overHttp(path, mode)))
      : new StdioClientTransport({
          command: process.execPath,
          args: [main, "serve", path, `--${mode}`],
        }),
  );
  onTestFinished(() => client.close());
  return { call: async () => client.callTool({ name: "t", arguments: {} }), asked };
}

describe.each(["stdio", "http"] as const)("requests of the server over %s", (transport) => {
  test("are sent during the call, each time it is made, and the answer continues it", async () => {
    const { call: run, asked } = await connect(transport, accepted);
    for (let times = 1; times < 3; times++) {
      expect((await run()).content).toEqual([{ type: "text", text: "Hello Ann" }]);
      expect(asked).toEqual(new Array(times).fill("Your name?"));
    }
  });

  test("strict: another answer fails the call and says why; lenient: any answer does", async () => {
    const strict = await connect(transport, { action: "decline" });
    await expect(strict.call()).rejects.toThrow(
      /the answer to elicitation\/create differs from the recorded one\. --lenient accepts any/,
    );
    const lenient = await connect(transport, { action: "decline" }, "lenient");
    expect((await lenient.call()).content).toEqual([{ type: "text", text: "Hello Ann" }]);
    expect(lenient.asked).toEqual(["Your name?"]);
  });

  test("a client that cannot be asked: strict says why, lenient leaves them out", async () => {
    const strict = await connect(transport);
    await expect(strict.call()).rejects.toThrow(/did not declare the capability elicitation/);
    const lenient = await connect(transport, undefined, "lenient");
    expect((await lenient.call()).content).toEqual([{ type: "text", text: "Hello Ann" }]);
  });
});

/** A server that announces more than was asked for, and reports progress. */
const announcing = () =>
  stdioFile(
    ["out", { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } }],
    [
      "in",
      {
        id: 1,
        result: {
          protocolVersion: "2025-11-25",
          capabilities: {
            tools: {},
            prompts: {},
            resources: { subscribe: true },
            logging: {},
            completions: {},
          },
          serverInfo: { name: "recorded", version: "1" },
        },
      },
    ],
    ["out", { id: 2, method: "tools/list" }],
    ["in", { id: 2, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } }],
    ["out", { id: 3, method: "logging/setLevel", params: { level: "debug" } }],
    ["in", { id: 3, result: {} }],
    ["out", { id: 4, method: "tools/call", params: { name: "t", _meta: { progressToken: 4 } } }],
    ...[1, 2, 3].map(
      (progress) =>
        [
          "in",
          { method: "notifications/progress", params: { progressToken: 4, progress, total: 3 } },
        ] as const,
    ),
    result(4, "done"),
  );

const servedOverStdio = (path: string) => ({
  command: process.execPath,
  args: [main, "serve", path],
});

describe.each([
  [
    "2.4",
    async (path: string) => {
      const client = new Client({ name: "test", version: "1" });
      await client.connect(new StdioClientTransport(servedOverStdio(path)));
      return client;
    },
  ],
  [
    "1.x",
    async (path: string) => {
      const client = new FirstClient({ name: "test", version: "1" });
      await client.connect(new FirstStdio(servedOverStdio(path)));
      return client;
    },
  ],
])("the official SDK %s", (_version, connectTo) => {
  test("gets an answer to everything that the recorded server announces, and all progress", async () => {
    const client = await connectTo(announcing());
    onTestFinished(() => client.close());
    await client.ping();
    expect(await client.setLoggingLevel("warning")).toEqual({});
    expect(await client.subscribeResource({ uri: "demo://a" })).toEqual({});
    expect(await client.unsubscribeResource({ uri: "demo://a" })).toEqual({});
    expect((await client.listPrompts()).prompts).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    const ref = { type: "ref/prompt", name: "p" } as const;
    const argument = { name: "a", value: "" };
    expect(await client.complete({ ref, argument })).toMatchObject({ completion: { values: [] } });
    // a client that was kept busy for longer than the mock waits reads everything at once
    let seen: number[] = [];
    for (let tries = 0; tries < 3 && seen.length < 3; tries++) {
      seen = [];
      const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
      const { content } =
        client instanceof Client
          ? await client.callTool({ name: "t" }, { onprogress })
          : await client.callTool({ name: "t" }, undefined, { onprogress });
      expect(content).toEqual([{ type: "text", text: "done" }]);
    }
    expect(seen).toEqual([1, 2, 3]);
  }, 60_000);
});

test("what is not announced is refused", async () => {
  const url = await overHttp(stdioFile(...handshake, call(2, {}), result(2, "x")));
  const ask = async (method: string) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 9, method, params: {} });
    const headers = { "Content-Type": "application/json" };
    return (await fetch(url, { method: "POST", headers, body })).json();
  };
  expect(await ask("logging/setLevel")).toMatchObject({ id: 9, result: {} });
  expect(await ask("tools/list")).toMatchObject({ id: 9, result: { tools: [] } });
  for (const method of ["prompts/list", "resources/subscribe", "completion/complete"]) {
    expect(await ask(method)).toMatchObject({ id: 9, error: { code: -32_601 } });
  }
});

describe("the official Inspector", () => {
  const inspect = async (server: readonly string[], ...method: readonly string[]) => {
    const args = [inspectorProgram, "--cli", ...server, "--method", ...method];
    const env = { ...process.env, HOME: temporaryFolder() };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout);
  };

  test("lists and calls over stdio", async () => {
    const server = [process.execPath, main, "serve", golden];
    expect((await inspect(server, "tools/list")).tools.length).toBeGreaterThan(5);
    const called = await inspect(
      server,
      "tools/call",
      "--tool-name",
      "echo",
      "--tool-arg",
      "message=ä€😀",
    );
    expect(called.content).toEqual([{ type: "text", text: "Echo: ä€😀" }]);
  }, 60_000);

  test("lists and sets the log level over HTTP", async () => {
    const server = [await overHttp(announcing()), "--transport", "http"];
    expect(await inspect(server, "prompts/list")).toMatchObject({ prompts: [] });
    expect(await inspect(server, "logging/setLevel", "--log-level", "info")).toBeDefined();
  }, 60_000);
});

test("pages and names of other machines are refused", async () => {
  const url = new URL(await overHttp(golden));
  const status = (headers: Record<string, string>, body = "{}") =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  expect(await status({ Host: "evil.example" })).toBe(421);
  expect(await status({ Origin: "https://evil.example" })).toBe(403);
  expect(await status({ Origin: "http://localhost:6280" })).toBe(202);
  expect(await status({}, "{")).toBe(200);
});

test.each([
  [["serve", golden, "--strict", "--lenient"], "not both", 2],
  [["serve", golden, "--http", "x"], "It needs a number from 0 to 65535.", 2],
  [["serve", "EMPTY"], "holds no answers of a server", 2],
  [["serve", main], "is not a recording of the playground. It is not complete JSON.", 2],
])(
  "%j fails",
  async (args, reason, code) => {
    const given = args.map((word) => (word === "EMPTY" ? stdioFile() : word));
    const ran = await runCli(...given);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(reason);
  },
  120_000,
);
