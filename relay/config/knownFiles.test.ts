import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ConfigRelayMessage } from "../../shared/relay/frames/configFrames.ts";
import { openLink, openRelay, temporaryFolder } from "../relay.fixture.ts";
import { findServers, type Places } from "./knownFiles.ts";

function createPlaces(files: Readonly<Record<string, string>>): Places {
  const home = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return { home, project: join(home, "project"), platform: "linux", environment: {} };
}
const json = (name: string) => `{"mcpServers":{"${name}":{"command":"${name}"}}}`;

test("the files of each client are found, and what cannot be read is left out", () => {
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
    ["desktop", "~/.config/Claude/claude_desktop_config.json"],
    ["code", "~/.claude.json"],
    ["cursor", "~/.cursor/mcp.json"],
    ["vscode", "~/.config/Code/User/mcp.json"],
    ["codex", "~/.codex/config.toml"],
    ["zed", "~/.config/zed/settings.json"],
  ]);
  expect(servers.every(({ isFound }) => isFound)).toBe(true);
  expect(problems).toEqual([]);
});

test("a page is told of them when it asks, not before", async () => {
  const places = createPlaces({ ".cursor/mcp.json": json("cursor") });
  const relay = await openRelay({ findServers: () => findServers(places) });
  const { link } = await openLink(relay);
  const heard: ConfigRelayMessage[] = [];
  link.on("servers", (message) => heard.push(message));
  await link.open();
  await expect.poll(() => heard).toMatchObject([{ servers: [], canFind: true }]);
  link.tell({ kind: "find-servers" });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard[1]).toMatchObject({ servers: [{ name: "cursor", isFound: true }] });
});

test("a relay that is not asked to find servers closes no socket over the question", async () => {
  const { link } = await openLink(await openRelay());
  await link.open();
  link.tell({ kind: "find-servers" });
  expect(await link.open()).toBeUndefined();
});
