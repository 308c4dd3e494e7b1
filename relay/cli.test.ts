import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../shared/clock.ts";
import { createRelayLink } from "../shared/relay/relayLink.ts";
import { decodeSession, readFragment } from "../shared/share/link.ts";
import { connectAs, newId, pair, runs, script, temporaryFolder, until } from "./relay.fixture.ts";

const root = join(import.meta.dirname, "..");

/** A copy of the package whose page is a stub, or not built. */
function packageCopy(built: boolean): string {
  const folder = temporaryFolder();
  for (const part of ["relay", "shared", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (built) {
    mkdirSync(join(folder, "dist", "page"), { recursive: true });
    writeFileSync(join(folder, "dist", "page", "index.html"), "<!doctype html>stub");
  }
  return folder;
}

function launch(folder: string, args: string[], env: Record<string, string> = {}) {
  const command = spawn(process.execPath, [join(folder, "relay", "main.ts"), ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: folder, TMPDIR: folder, ...env },
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  const said = { out: "", err: "" };
  command.stdout.on("data", (bytes) => (said.out += bytes));
  command.stderr.on("data", (bytes) => (said.err += bytes));
  return { command, said };
}

const exitCode = async (command: ChildProcess) => (await once(command, "close"))[0];

const linkIn = (said: { out: string }) => until(() => /http:\S+/.exec(said.out)?.[0], 10_000);

test("prints one link, serves the page there, and goes without a trace", async () => {
  const { command, said } = launch(packageCopy(true), ["--port", "0", "--", "npx", "-y", "a b"]);
  const link = new URL(await linkIn(said));
  expect(said.out.match(/http:/g)).toHaveLength(1);
  expect(await (await fetch(link)).text()).toBe("<!doctype html>stub");

  const { token, session } = readFragment(link.hash);
  expect(await decodeSession(session ?? "")).toEqual({
    kind: "recording",
    recording: {
      format: "mcp-playground/1",
      server: { kind: "stdio", command: "npx", args: ["-y", "a b"] },
    },
  });

  const relaySession = await pair({ url: link.origin, token: token ?? "" });
  const relayLink = createRelayLink({
    connect: connectAs(link.origin),
    session: relaySession,
    clock: systemClock,
  });
  let pid: number | undefined;
  const served = { ...script("setInterval(() => {}, 1000)"), env: { KEY: "sk-secret" } };
  relayLink.start(newId(), served, {
    started: (started) => {
      pid = started;
    },
    line: () => {},
    stderr: () => {},
    missed: () => {},
    ended: () => {},
  });
  const server = await until(() => pid);
  command.kill("SIGINT");
  expect(await exitCode(command)).toBe(0);
  expect(runs(server)).toBe(false);
  expect(said.err).toBe("");
  expect(said.out).not.toContain("sk-secret");
  relayLink.close();
}, 20_000);

test("takes the next port when the usual one is taken, and says so", async () => {
  const folder = packageCopy(true);
  const first = launch(folder, []);
  await linkIn(first.said);
  const second = launch(folder, ["http://user:pw@127.0.0.1:3001/mcp?key=1"]);
  const link = new URL(await linkIn(second.said));
  expect(Number(link.port)).toBeGreaterThan(6280);
  expect(second.said.out).toContain("Port 6280 is taken");
  expect(second.said.out).toContain("leaves out");
  const { session } = readFragment(link.hash);
  expect(await decodeSession(session ?? "")).toMatchObject({
    recording: { server: { kind: "http", url: "http://127.0.0.1:3001/mcp" } },
  });
}, 20_000);

test("opens the browser through a file that only its owner can read", async () => {
  const folder = packageCopy(true);
  // A stand-in for the desktop's opener that tells what it was given.
  writeFileSync(
    join(folder, "xdg-open"),
    `#!/bin/sh\n{ stat -c %a "$1"; cat "$1"; } > "${folder}/opened"; mv "${folder}/opened" "${folder}/done"\n`,
    { mode: 0o755 },
  );
  const { said } = launch(folder, ["--port", "0"], {
    DISPLAY: ":0",
    PATH: `${folder}:${process.env.PATH}`,
  });
  const link = await linkIn(said);
  await until(() => existsSync(join(folder, "done")));
  const opened = readFileSync(join(folder, "done"), "utf8");
  expect(opened).toMatch(/^600\n/);
  expect(opened).toContain(`content="0;url=${link}"`);
}, 20_000);

test("a page that is not built is one sentence", async () => {
  const { command, said } = launch(packageCopy(false), ["--port", "0"]);
  expect(await exitCode(command)).toBe(1);
  expect(said.err).toBe("mcp-playground: The page is not built yet: run `npm run build` first.\n");
});

test("a port that is taken is one sentence", async () => {
  const folder = packageCopy(true);
  const first = launch(folder, ["--port", "0"]);
  const { port } = new URL(await linkIn(first.said));
  const { command, said } = launch(folder, ["--port", port]);
  expect(await exitCode(command)).toBe(1);
  expect(said.err).toBe(`mcp-playground: Port ${port} is taken by another program.\n`);
}, 20_000);
