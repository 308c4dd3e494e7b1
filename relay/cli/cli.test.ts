import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectTo, requestAsBrowser } from "../../e2e/pairAsPage.ts";
import { systemClock } from "../../shared/core/clock.ts";
import { readFragment } from "../../shared/recording/fragment.ts";
import { encodeSession } from "../../shared/recording/link.ts";
import { createRelayLink } from "../../shared/relay/client/relayLink.ts";
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import { toLoopbackUrl } from "../../shared/relay/page/pageHost.ts";
import { newId, pair, runs, script, temporaryFolder, until } from "../relay.fixture.ts";
import { needs } from "../systemPrograms.fixture.ts";
import { runCli } from "./cli.fixture.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the package whose page is a stub, or not built. */
function copyPackage(folder: string, isBuilt: boolean): string {
  for (const part of ["relay", "shared", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (isBuilt) {
    mkdirSync(join(folder, "dist", "page"), { recursive: true });
    writeFileSync(join(folder, "dist", "page", "index.html"), "<!doctype html>stub");
  }
  return join(folder, "relay", "cli", "main.ts");
}

/** The program of the copy that all tests share; each has its own home. */
let main = "";
let shared = "";
beforeAll(() => {
  shared = mkdtempSync(join(tmpdir(), "mcp-playground-package-"));
  main = copyPackage(shared, true);
}, 30_000);
afterAll(() => rmSync(shared, { recursive: true, force: true }));

const environment = (home: string) => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  TMPDIR: home,
  NODE_COMPILE_CACHE: join(shared, "cache"),
});

function launch(
  args: readonly string[],
  { program = main, home = temporaryFolder(), env = {} as Record<string, string> } = {},
) {
  const command = spawn(process.execPath, [program, ...args], {
    env: { ...environment(home), ...env },
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  const said = { out: "", err: "" };
  command.stdout.on("data", (bytes) => (said.out += bytes));
  command.stderr.on("data", (bytes) => (said.err += bytes));
  return { command, said };
}

const exitCode = async (command: ChildProcess) => (await once(command, "close"))[0];

const linkIn = (said: { out: string }) => until(() => /http:\S+/.exec(said.out)?.[0]);

/** The session of the page that opens a link. */
const openSession = ({ origin, hash }: URL) =>
  pair({ origin, createToken: () => readFragment(hash).token ?? "" });

/** What a page receives when it is accepted. */
async function heardServers(link: URL, given?: string): Promise<ConfigRelayMessage> {
  const session = given ?? (await openSession(link));
  const relayLink = createRelayLink({
    connect: connectTo(link.origin),
    session,
    clock: systemClock,
  });
  onTestFinished(() => relayLink.close());
  let heard: ConfigRelayMessage | undefined;
  relayLink.on("servers", (message) => {
    heard = message;
  });
  await relayLink.open();
  return until(() => heard);
}

// the first one: a process that ends by itself writes the compile cache for those that are killed
test("the exit code of a command is that of the process", async () => {
  const wrong = launch(["--port", "0", "--store", "ftp://a"]);
  expect(await exitCode(wrong.command)).toBe(2);
  expect(wrong.said).toMatchObject({
    out: "",
    err: expect.stringMatching(/^mcp-playground: --store needs .*\n$/),
  });
}, 30_000);

test("compiled code is kept in a folder of the user alone, and used from there", async () => {
  const state = temporaryFolder();
  const folder = join(state, "mcp-playground", "compiled");
  const env = { NODE_COMPILE_CACHE: "", XDG_STATE_HOME: state };
  expect(await exitCode(launch(["--help"], { env }).command)).toBe(0);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect([modeOf(join(folder, "..")), modeOf(folder)]).toEqual([0o700, 0o700]);
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(20);
  // a file in its place
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  expect(await exitCode(launch(["--help"], { env }).command)).toBe(0);
}, 30_000);

test("prints one link, serves the page there, and leaves no files when it exits", async () => {
  const { command, said } = launch(["--port", "0", "--", "npx", "-y", "a b"]);
  const link = new URL(await linkIn(said));
  expect(said.out.match(/http:/g)).toHaveLength(1);
  expect((await requestAsBrowser(link.href)).body).toBe("<!doctype html>stub");
  const relaySession = await openSession(link);
  expect(await heardServers(link, relaySession)).toMatchObject({
    ready: "npx -y a b",
    servers: [{ target: { kind: "stdio", command: ["npx"], args: [[["-y"]], [["a b"]]] } }],
  });

  const relayLink = createRelayLink({
    connect: connectTo(link.origin),
    session: relaySession,
    clock: systemClock,
  });
  let pid: number | undefined;
  const wait = script("setInterval(() => {}, 1000)", "\u001b[2J", "--key=sk-argument");
  relayLink.start(
    newId(),
    { ...wait, cwd: "/", env: { KEY: "sk-secret" }, masked: [[3, 6, 17]] },
    {
      started: (started) => {
        pid = started;
      },
      line: () => {},
      stderr: () => {},
      missed: () => {},
      ended: () => {},
    },
  );
  const server = await until(() => pid);
  command.kill("SIGINT");
  expect(await exitCode(command)).toBe(0);
  expect(runs(server)).toBe(false);
  expect(said.err).toBe("");
  // what a page starts is printed, without values and without control characters
  expect(said.out).toContain(
    `Starting: ${wait.command} ${wait.args[0]} '\\u{1b}[2J' '--key=••••••••' (directory: /; variables: KEY)\n`,
  );
  expect(said.out).not.toContain("sk-");
  expect(said.out).not.toContain("\u001b");
  relayLink.close();
}, 60_000);

test("uses the next port when the usual one is in use, and says so", async () => {
  const first = launch([]);
  await linkIn(first.said);
  const second = launch(["http://user:pass-word@127.0.0.1:3001/mcp?key=1"]);
  const link = new URL(await linkIn(second.said));
  expect(Number(link.port)).toBeGreaterThan(6280);
  expect(second.said.out).toContain("Port 6280 is in use");
  expect(second.said.out).not.toContain("pass-word");
  expect(await heardServers(link)).toMatchObject({
    servers: [
      { target: { kind: "http", url: ["http://user:pass-word@127.0.0.1:3001/mcp?key=1"] } },
    ],
  });
}, 60_000);

test("offers the servers of a file, reports what is wrong with it, and reads it again", async () => {
  const file = join(temporaryFolder(), "mcp.json");
  writeFileSync(file, '{"mcpServers": {"one": {"command": "x"}, "two": {}}}');
  const { said } = launch(["--port", "0", "--config", file, "--config", "no.json"]);
  const link = new URL(await linkIn(said));
  await until(() => said.out.includes("no.json:"));
  expect(said.out).toContain("Ready to connect: one\n");
  expect(said.out).toContain(`${file}:1:49: "two" has neither a command nor a url.`);
  expect(said.out).toContain("no.json: The file does not exist.");
  expect(await heardServers(link)).toMatchObject({ servers: [{ name: "one" }] });

  // as editors save: a new file replaces the old one
  writeFileSync(`${file}.new`, '{"mcpServers": {"three": {"command": "x"}}}');
  renameSync(`${file}.new`, file);
  await until(() => said.out.includes("Ready to connect: three\n"));
  writeFileSync(file, "{");
  await until(() => said.out.includes("This is not JSON"));
}, 60_000);

test.each([
  [{}, false],
  [{ FORCE_COLOR: "1" }, true],
  [{ NO_COLOR: "1" }, false],
])(
  "with %j, colours: %s",
  async (env, isColoured) => {
    const { said } = launch(["--port", "0", "--config", "no.json"], {
      env: env as Record<string, string>,
    });
    await until(() => said.out.includes("The file does not exist"));
    expect(said.out).toMatch(/^MCP Playground: http:\S+[\w-]\n/m);
    expect(said.out.includes("\u001b[")).toBe(isColoured);
  },
  60_000,
);

test.each<[string[], number, string]>([
  [["--help"], 0, ""],
  [["--version"], 0, ""],
  [["--hepl"], 2, "Did you mean --help?"],
  [["chekc", "session.json"], 2, 'There is no command "chekc". Did you mean check?'],
  [["--host", "0.0.0.0"], 2, "add --public-url"],
  [["--public-url", "https://a/", "--config", "a.json"], 2, "leave out --config"],
  [["--trust-proxy", "true", "--port", "0"], 2, "--trust-proxy needs"],
  [["--trust-proxy", "0.0.0.0/0", "--port", "0"], 2, "--trust-proxy needs"],
  [["--auth-header", "X-Forwarded-Email", "--port", "0"], 2, "--auth-header needs --trust-proxy"],
  [["--stdio-allow", "*", "--port", "0"], 2, "--stdio-allow needs a command"],
  [["--forward-allow", "*", "--port", "0"], 2, "--forward-allow needs an origin"],
  [["--audit", "/", "--port", "0"], 3, "The relay could not start: "],
  [["--host", "127.0.0.1", "--allow-origin", "*"], 2, "one exact origin"],
  [["open", "http://127.0.0.1/"], 2, "contains no session"],
  [["open", "2.AAAA"], 2, "damaged"],
  [["check", "nothing.json"], 2, "The file nothing.json cannot be read"],
  [["check", "--revision", "2020", "http://a"], 2, "Unknown revision 2020"],
])("%j ends with %i", async (args, expected, words) => {
  const { code, err } = await runCli(...args);
  expect(code).toBe(expected);
  if (words === "") expect(err).toBe("");
  else expect(err).toMatch(/^mcp-playground: .*\n$/);
  expect(err).toContain(words);
});

test("open says what a link would connect to, and passes its session to the page", async () => {
  const session = await encodeSession({
    format: "mcp-playground/1",
    server: {
      kind: "stdio",
      command: "rm",
      // arguments that imitate a directory
      args: ["-rf", "\u001b[2J", "\u3164", "in", "/safe", "(directory: /safe)"],
      environmentNames: ["A"],
    },
  });
  const { said } = launch([
    "open",
    // broken as a mail program breaks lines
    `https://elsewhere.example/#s=${session.slice(0, 20)}\r%0A ${session.slice(20)}`,
    "--port",
    "0",
  ]);
  const link = new URL(await until(() => /MCP Playground: (\S+)/.exec(said.out)?.[1]));
  expect(said.out).toContain(
    "would connect to: rm -rf '\\u{1b}[2J' '\\u{3164}' in /safe '(directory: /safe)' (variables: A)\n",
  );
  expect(readFragment(link.hash)).toMatchObject({ session, token: expect.any(String) });
}, 60_000);

test("without a terminal, a signal prints another link, with which another page connects", async ({
  skip,
}) => {
  skip(process.platform === "win32", "Windows has no SIGUSR2");
  const { command, said } = launch(["--port", "0"]);
  const links = () =>
    [...said.out.matchAll(/^MCP Playground: (\S+)$/gm)].map(([, link = ""]) => link);
  await until(() => said.out.includes(`For a new link: kill -USR2 ${command.pid}\n`));
  command.kill("SIGUSR2");
  await until(() => links().length === 2);
  for (const link of links()) expect(await openSession(new URL(link))).toMatch(/^[\w-]{43}$/);
}, 60_000);

test("standard input may be a pipe, a home may be read-only, and 1 is the exit code of uncaught", async () => {
  const { command, said } = launch(["--port", "0"], { env: { HOME: "/dev/null" } });
  command.stdin.end("a line that nobody asked for\n");
  const link = await linkIn(said);
  expect((await requestAsBrowser(link)).status).toBe(200);
  expect(said.out).toContain("kept in memory");
}, 60_000);

test("a home in a file system that holds no folders of ours is no reason to wait for ever", async ({
  skip,
}) => {
  skip(!existsSync("/proc/1"), "there is no /proc");
  const { said } = launch(["--port", "0"], { env: { HOME: "/proc/1/nowhere" } });
  await linkIn(said);
  expect(said.out).toMatch(/^\/proc\/1\/nowhere\/\S+ cannot be used \(ENOENT.*kept in memory/m);
}, 60_000);

test("opens the browser through a file that only its owner can read", async () => {
  const folder = temporaryFolder();
  // A substitute for the browser, registered with the desktop, that records its arguments.
  const browser = join(folder, "browser");
  writeFileSync(
    browser,
    `#!/bin/sh\n{ stat -c %a "$1"; cat "$1"; } > "${folder}/opened"; mv "${folder}/opened" "${folder}/done"\n`,
    { mode: 0o755 },
  );
  const applications = join(folder, "applications");
  mkdirSync(applications);
  writeFileSync(
    join(applications, "stub.desktop"),
    `[Desktop Entry]\nType=Application\nName=Stub\nExec=${browser} %f\nMimeType=text/html;\n`,
  );
  writeFileSync(
    join(applications, "mimeapps.list"),
    "[Default Applications]\ntext/html=stub.desktop\n",
  );
  const { said } = launch(["--port", "0"], {
    home: folder,
    env: { DISPLAY: ":0", XDG_DATA_HOME: folder, XDG_CONFIG_HOME: applications },
  });
  const link = await linkIn(said);
  await until(() => existsSync(join(folder, "done")));
  const opened = readFileSync(join(folder, "done"), "utf8");
  expect(opened).toMatch(/^600\n/);
  // the browser has a separate link: the one in the terminal is still valid
  const [, inBrowser = ""] = /content="0;url=([^"]+)"/.exec(opened) ?? [];
  expect(new URL(inBrowser).origin).toBe(new URL(link).origin);
  expect(inBrowser).not.toBe(link);
  for (const each of [inBrowser, link]) expect(await openSession(new URL(each))).toBeDefined();
}, 60_000);

describe("at a terminal", () => {
  if (needs("script").skip) return;

  /** Runs a shell command line in a new terminal; `program` stands for the program. */
  function launchInTerminal(line: (program: string) => string) {
    const folder = temporaryFolder();
    const program = `${process.execPath} ${main} --no-open --port 0`;
    const isMac = process.platform === "darwin";
    const shell = ["bash", "-mc", line(program)];
    const quoted = `bash -mc '${line(program)}'`;
    const args = isMac ? ["-q", "/dev/null", ...shell] : ["-qec", quoted, "/dev/null"];
    const terminal = spawn("script", args, {
      env: { ...environment(folder), TERM: "dumb" },
    });
    onTestFinished(() => void terminal.kill("SIGKILL"));
    let shown = "";
    terminal.stdout.on("data", (bytes) => {
      shown += bytes;
    });
    const links = () => [...shown.matchAll(/MCP Playground: (\S+)/g)].map(([, link = ""]) => link);
    return { terminal, links, shown: () => shown };
  }

  test("L and Enter prints another link, with which another page connects", async () => {
    const { terminal, links, shown } = launchInTerminal((program) => `exec ${program}`);
    await until(() => shown().includes("Press L and Enter"));
    terminal.stdin.write("l\n");
    await until(() => links().length === 2);
    for (const link of links()) expect(await openSession(new URL(link))).toMatch(/^[\w-]{43}$/);
    terminal.stdin.write("\u0003");
    await until(() => terminal.exitCode !== null);
  }, 60_000);

  test("terminal input does not stop a relay in the shell's background", async () => {
    const { terminal, links } = launchInTerminal(
      (program) => `${program} & read a; read b; kill $!; wait`,
    );
    const [link = ""] = await until(() => links().length > 0 && links());
    terminal.stdin.write("l\n");
    await sleep(300);
    expect(await openSession(new URL(link))).toMatch(/^[\w-]{43}$/);
    expect(links()).toHaveLength(1);
    terminal.stdin.write("\n");
    await until(() => terminal.exitCode !== null);
  }, 60_000);
});

test("prints one sentence when the page is not built", async () => {
  const program = copyPackage(temporaryFolder(), false);
  const { command, said } = launch(["--port", "0"], { program });
  expect(await exitCode(command)).toBe(3);
  expect(said.err).toBe("mcp-playground: The page is not built yet: run `npm run build` first.\n");
});

test("prints one sentence when the port is in use", async () => {
  const first = launch(["--port", "0"]);
  const { port } = new URL(await linkIn(first.said));
  const { command, said } = launch(["--port", port]);
  expect(await exitCode(command)).toBe(3);
  expect(said.err).toBe(`mcp-playground: Port ${port} is in use by another program.\n`);
}, 60_000);

test("reports an uncaught error without its message and keeps serving", async () => {
  const uncaught = join(temporaryFolder(), "uncaught.mjs");
  writeFileSync(
    uncaught,
    `process.on("SIGWINCH", () => {
       setTimeout(() => { throw new TypeError("hunter2"); });
       void Promise.reject(new RangeError("hunter2"));
     });`,
  );
  const { command, said } = launch(["--no-open", "--port=0"], {
    env: { NODE_OPTIONS: `--import=${uncaught}` },
  });
  const link = new URL(await linkIn(said));
  command.kill("SIGWINCH");
  await until(
    () => /TypeError/.test(said.err) && /RangeError at \S+uncaught\.mjs:\d+/.test(said.err),
  );
  expect(said.err).toContain("keeps serving");
  expect(said.err).not.toContain("hunter2");
  expect((await fetch(new URL("api/health", toLoopbackUrl(link.href)))).status).toBe(200);
  // repeated failures neither fill the log nor end the relay
  for (let i = 0; i < 30; i++) {
    command.kill("SIGWINCH");
    await fetch(new URL("api/health", toLoopbackUrl(link.href)));
  }
  expect(said.err.match(/keeps serving/g)?.length).toBeLessThanOrEqual(10);
  command.kill("SIGINT");
  expect(await exitCode(command)).toBe(0);
}, 60_000);
