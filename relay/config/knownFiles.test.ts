import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import { platformOf } from "../platform.ts";
import { openLink, openRelay, temporaryFolder } from "../relay.fixture.ts";
import { findServers, type Places } from "./knownFiles.ts";

function createPlaces(files: Readonly<Record<string, string>>): Places {
  const home = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return { home, project: join(home, "project"), platform: platformOf("linux"), environment: {} };
}
const json = (name: string) => `{"mcpServers":{"${name}":{"command":"${name}"}}}`;

test("the files of each client are found, and unreadable ones are left out", () => {
  const places = createPlaces({
    ".config/Claude/claude_desktop_config.json": json("desktop"),
    ".claude.json": json("code"),
    ".cursor/mcp.json": json("cursor"),
    ".config/Code/User/mcp.json": '{"servers":{"vscode":{"url":"https://a.example/mcp"}}}',
    ".config/zed/settings.json": '{"theme":"x","context_servers":{"zed":{"command":"zed"}}}',
    ".codex/config.toml": '[mcp_servers.codex]\ncommand = "codex"\n',
    ".gemini/settings.json": "{broken",
    "project/.mcp.json": json("project"),
  });
  const { servers, problems } = findServers(places);
  expect(servers.map(({ name, source }) => [name, source])).toEqual([
    ["project", "~/project/.mcp.json"],
    ["code", "~/.claude.json"],
    ["desktop", "~/.config/Claude/claude_desktop_config.json"],
    ["cursor", "~/.cursor/mcp.json"],
    ["vscode", "~/.config/Code/User/mcp.json"],
    ["codex", "~/.codex/config.toml"],
    ["zed", "~/.config/zed/settings.json"],
  ]);
  expect(servers.every(({ isFound }) => isFound)).toBe(true);
  expect(problems).toEqual([]);
});

test("servers that claude mcp add wrote for the project are found, with its folder", () => {
  const places = createPlaces({});
  const local = { command: "./bin/notes", cwd: "data" };
  const settings = {
    mcpServers: { user: { command: "user" } },
    projects: {
      [places.project]: { mcpServers: { local } },
      "/elsewhere": { mcpServers: { other: { command: "other" } } },
    },
  };
  writeFileSync(join(places.home, ".claude.json"), JSON.stringify(settings));
  expect(findServers(places).servers).toMatchObject([
    { name: "local", source: "~/.claude.json (local)" },
    { name: "user", source: "~/.claude.json" },
  ]);
  expect(JSON.stringify(findServers(places))).toContain(join(places.project, "data"));
});

test("only regular files are read, as configuration and for the variables in it", () => {
  const places = createPlaces({
    ".cursor/mcp.json": '{"mcpServers":{"own":{"command":"own","envFile":"pipe"}}}',
    "project/x": "",
  });
  for (const pipe of ["pipe", "project/.mcp.json"]) {
    const path = join(places.home, pipe);
    execFileSync("mkfifo", [path]);
    const text = pipe === "pipe" ? "TAKEN=1" : json("piped");
    const writer = spawn("sh", ["-c", 'printf %s "$1" > "$0"', path, text], { stdio: "ignore" });
    onTestFinished(() => void writer.kill());
  }
  // the writer of a pipe waits for a reader
  const { servers } = findServers(places);
  expect(JSON.stringify(servers)).not.toMatch(/TAKEN|piped/);
});

test("files of other users are left out", () => {
  const places = createPlaces({ "project/.mcp.json": json("planted") });
  expect(findServers(places).servers).toHaveLength(1);
  const { uid } = statSync(join(places.home, "project/.mcp.json"));
  expect(findServers({ ...places, userId: uid }).servers).toHaveLength(1);
  expect(findServers({ ...places, userId: uid + 1 }).servers).toEqual([]);
});

test("the name of a found server is never the address of another one", () => {
  const servers = {
    "https://good.example/mcp": { url: "https://evil.example/" },
    "localhost:3000/mcp": { url: "https://evil.example/" },
    plain: { url: "https://plain.example/mcp" },
  };
  const places = createPlaces({ ".claude.json": JSON.stringify({ mcpServers: servers }) });
  expect(findServers(places).servers.map(({ name }) => name)).toEqual([
    "https://good.example/mcp (~/.claude.json)",
    "localhost:3000/mcp (~/.claude.json)",
    "plain",
  ]);
});

test("a page gets them when it asks, not before", async () => {
  const places = createPlaces({ ".cursor/mcp.json": json("cursor") });
  const relay = await openRelay({ findServers: () => findServers(places) });
  const { link } = await openLink(relay);
  const heard: ConfigRelayMessage[] = [];
  link.on("servers", (message) => heard.push(message));
  await link.open();
  await expect.poll(() => heard).toMatchObject([{ servers: [], canFind: true }]);
  link.send({ kind: "find-servers" });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard[1]).toMatchObject({ servers: [{ name: "cursor", isFound: true }] });
});

test("a relay that does not find servers answers the request without closing the socket", async () => {
  const { link } = await openLink(await openRelay());
  await link.open();
  link.send({ kind: "find-servers" });
  expect(await link.open()).toBeUndefined();
});
