import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { revisions, traitsOf } from "../../../shared/protocol/revisions.ts";
import { runs, script, temporaryFolder, until } from "../../relay.fixture.ts";
import { readRecordingFile } from "../commands/inputFiles.ts";
import {
  finishedRecording,
  recordingsIn,
  startTap,
  tapArguments,
  tapFolder,
} from "./tap.fixture.ts";

/** The words of a command that runs a script in Node. */
const command = (source: string, ...args: string[]) => {
  const { command: program, args: words = [] } = script(source, ...args);
  return ["--", program, ...words];
};

const hashOf = async (stream: AsyncIterable<Buffer>) => {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { hash: hash.digest("hex"), bytes };
};

const echo = "process.stdin.pipe(process.stdout);";

describe("what passes", () => {
  test("64 MB in one line and random bytes arrive unchanged, in both directions", async () => {
    const { child } = startTap(command(echo));
    const bytes = Buffer.concat([
      randomBytes(3 * 1024 * 1024),
      Buffer.from(`\n{"jsonrpc":"2.0","method":"x","params":"${"é".repeat(32_000_000)}"}\n\r\n\0`),
    ]);
    const received = hashOf(child.stdout);
    child.stdin.end(bytes);
    expect(await received).toEqual({
      hash: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.byteLength,
    });
  });

  test("standard error and the exit code are the server's", async () => {
    const { child } = startTap(command("console.error('a warning'); process.exit(41)"));
    const [errors, output, [code]] = await Promise.all([
      text(child.stderr),
      text(child.stdout),
      once(child, "exit"),
    ]);
    expect({ errors, output, code }).toEqual({ errors: "a warning\n", output: "", code: 41 });
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s reaches the server", async (signal) => {
    const source = `process.on("${signal}", () => { console.log("got it"); process.exit(9); });
      console.log("ready"); setInterval(() => {}, 1000);`;
    const { child } = startTap(command(source));
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
    });
    await until(() => output.includes("ready"));
    child.kill(signal);
    const [code] = await once(child, "exit");
    expect({ code, output }).toEqual({ code: 9, output: "ready\ngot it\n" });
  });

  test("a tap ends by the signal that ended its server", async () => {
    const { child } = startTap(command("process.kill(process.pid, 'SIGKILL')"));
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  });

  test("the client learns that a running server has closed its output", async () => {
    const source = `process.stdout.end(() => require("node:fs").closeSync(1));
      process.stdin.on("end", () => process.exit(5)).resume();`;
    const { child } = startTap(
      command(`import { createRequire } from "node:module";
      const require = createRequire(import.meta.url); ${source}`),
    );
    expect(await text(child.stdout)).toBe("");
    expect(child.exitCode).toBe(null);
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([5, null]);
  });

  test("the server learns that the client has closed its output", async () => {
    const source = `process.stdout.on("error", ({ code }) => { console.error(code); process.exit(3); });
      setInterval(() => process.stdout.write("x\\n"), 5);`;
    const { child } = startTap(command(source));
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await text(child.stderr)).toBe("EPIPE\n");
  });

  test("a server that does not exist is named, and standard output stays empty", async () => {
    const { child } = startTap(["--", "no-such-program-anywhere"]);
    const [errors, output, [code]] = await Promise.all([
      text(child.stderr),
      text(child.stdout),
      once(child, "exit"),
    ]);
    expect(errors).toContain("no-such-program-anywhere could not be started (ENOENT)");
    expect({ output, code }).toEqual({ output: "", code: 3 });
  });

  test("a server does not outlive a tap that was killed", async () => {
    const source = "console.log(process.pid); setInterval(() => {}, 1000);";
    const { child } = startTap(command(source));
    const [bytes] = await once(child.stdout, "data");
    const pid = Number(bytes);
    child.kill("SIGKILL");
    await until(() => !runs(pid));
  });

  test("a client that does not read holds up the server, not the tap's memory", async () => {
    const source = `let sent = 0; const go = () => { while (process.stdout.write("x".repeat(65535) + "\\n")) sent++;
      console.error(String(sent)); process.stdout.once("drain", go); }; go();`;
    const { child } = startTap(command(source));
    child.stdout.pause();
    let errors = "";
    child.stderr.on("data", (bytes) => {
      errors += bytes;
    });
    await until(() => errors);
    const before = errors;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(Number(errors.trim().split("\n").at(-1))).toBeLessThan(200);
    expect(before.length).toBeGreaterThan(0);
  });
});

test("the official client lists and calls the same with and without a tap", async () => {
  const server = join(
    import.meta.dirname,
    "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  );
  const say = async (command: string, args: string[], env: Record<string, string>) => {
    const client = new Client({ name: "a-client", version: "1.2.3" });
    const transport = new StdioClientTransport({ command, args, env, stderr: "ignore" });
    await client.connect(transport);
    const tools = await client.listTools();
    const called = await client.callTool({
      name: "echo",
      arguments: { message: "é\u2028 \u{1f600}" },
    });
    await client.close();
    return { tools, called };
  };
  const state = temporaryFolder();
  const env = { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state };
  const args = tapArguments("--", process.execPath, server);
  const [bare, tapped] = await Promise.all([
    say(process.execPath, [server], env),
    say(process.execPath, args, env),
  ]);
  expect(tapped).toEqual(bare);
  const { connections } = await until(() =>
    recordingsIn(state).find(({ connections: all }) => all?.[0]?.serverInfo),
  );
  expect(connections?.[0]).toMatchObject({
    transport: "stdio",
    clientInfo: { name: "a-client", version: "1.2.3" },
    revision: expect.stringMatching(/^20/),
  });
});

test.each(revisions)(
  "a session of %s passes unchanged, and its recording names it",
  async (revision) => {
    const isModern = traitsOf(revision).era === "modern";
    const client = { clientInfo: { name: "a-client", version: "1" } };
    const meta = {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientInfo": client.clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const sent = isModern
      ? [{ id: 1, method: "tools/list", params: { _meta: meta } }]
      : [
          {
            id: 1,
            method: "initialize",
            params: { protocolVersion: revision, capabilities: {}, ...client },
          },
          { method: "notifications/initialized" },
        ];
    const input = sent.map((each) => `${JSON.stringify({ jsonrpc: "2.0", ...each })}\n`).join("");
    const server = `process.stdin.on("data", (bytes) => {
    for (const line of String(bytes).trim().split("\\n")) {
      const { id, params } = JSON.parse(line);
      const { protocolVersion } = params ?? {};
      if (id) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { protocolVersion, input: line } }));
    }
  });`;
    const { child, state } = startTap(command(server));
    child.stdin.end(input);
    const [line = ""] = (await text(child.stdout)).split("\n");
    expect(`${JSON.parse(line).result.input}\n`).toBe(`${input.split("\n")[0]}\n`);
    const { connections } = await finishedRecording(state);
    expect(connections?.[0]).toMatchObject({ revision, ...client });
  },
);

describe("the recording", () => {
  const answering = `import { createInterface } from "node:readline";
    console.error("token=" + process.env.SOME_API_KEY);
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, params } = JSON.parse(line);
      console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { params } }));
    }`;

  test("is a private file in which secrets are masked", async () => {
    const state = temporaryFolder();
    const env = { ...process.env, XDG_STATE_HOME: state, SOME_API_KEY: "hidden-value-of-a-key-7" };
    const args = tapArguments("--name", "My notes", ...command(answering));
    const child = spawn(process.execPath, args, { env });
    const secret = `ghp_${"a1B2".repeat(9)}`;
    child.stdin.end(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"key":"${secret}"}}}\n`,
    );
    expect(await text(child.stdout)).toContain(secret);
    await finishedRecording(state);
    const [name = ""] = readdirSync(tapFolder(state));
    const path = join(tapFolder(state), name);
    expect(name).toContain("my-notes");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(tapFolder(state)).mode & 0o777).toBe(0o700);
    const recording = await readRecordingFile(path);
    const written = JSON.stringify(recording);
    expect(recording).toMatchObject({ format: "mcp-playground/1" });
    expect(written).toContain("tools/call");
    expect(written).not.toContain(secret);
    expect(written).not.toContain("hidden-value");
  });

  test("paths of the project are not masked: a directory is no secret", async () => {
    const state = temporaryFolder();
    const project = temporaryFolder();
    const env = {
      ...process.env,
      XDG_STATE_HOME: state,
      PWD: project,
      OLDPWD: "/no/longer/there",
      PROJECT_PWD: project,
      DESKTOP_SESSION: "wayland",
      DATABASE_PWD: "hidden-password-9",
      // too long for a path
      LONG_TOKEN: "a1B2".repeat(2000),
    };
    const child = spawn(process.execPath, tapArguments(...command(answering)), { env });
    const paths = [join(project, "notes.md"), "/no/longer/there/x", "wayland"];
    const params = { name: "read", arguments: { paths, password: "hidden-password-9" } };
    child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    await text(child.stdout);
    const written = JSON.stringify(await finishedRecording(state));
    for (const path of paths) expect(written.split(path)).toHaveLength(3);
    expect(written).not.toContain("hidden-password-9");
  });

  test("two taps of one server have a file each", async () => {
    const state = temporaryFolder();
    const taps = [0, 1].map(() => startTap(command(answering), state));
    for (const { child } of taps) child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await until(
      () =>
        recordingsIn(state).filter(({ entries = [] }) =>
          entries.some(({ kind }) => kind === "message"),
        ).length === 2,
    );
  });

  test("a folder that cannot be used changes nothing for the client", async () => {
    const { child } = startTap(command(answering), "/dev/null");
    child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await text(child.stdout)).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });
});
