import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../relay.fixture.ts";
import { findClientServers } from "./findClientServers.ts";

/** Writes the files of clients into a home of its own. */
function writeHome(files: Readonly<Record<string, string>>): string {
  const home = temporaryFolder();
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", join(home, ".config"));
  vi.stubEnv("CODEX_HOME", undefined);
  vi.stubEnv("CLAUDE_CONFIG_DIR", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

test("servers of every client are found, with the members that a tap changes and no secrets", () => {
  const secret = "sk-proj-Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv";
  const home = writeHome({
    ".config/Claude/claude_desktop_config.json": JSON.stringify({
      mcpServers: {
        notes: {
          command: "node",
          args: ["server.js", "--api-key", secret],
          env: { PIN: "4711", TOKEN: secret },
        },
        remote: { url: `https://example.com/mcp?key=${secret}` },
        "-x": { command: "a" },
        "a\u001b[2J": { command: "a" },
      },
    }),
    ".claude.json": JSON.stringify({
      mcpServers: { own: { command: "user" } },
      projects: { [process.cwd()]: { mcpServers: { own: { command: "local" } } } },
    }),
    ".cursor/mcp.json": JSON.stringify({ mcpServers: { odd: { command: ["a"] } } }),
    ".codex/config.toml": '[mcp_servers.files]\ncommand = "files"\nargs = ["a b"]\n',
    ".config/zed/settings.json": '{ // mine\n "context_servers": { "z": { "command": "z" } } }',
  });
  const found = findClientServers();
  expect(
    found.map(({ client, server, file, state }) => [
      client,
      server,
      file.slice(home.length),
      state,
    ]),
  ).toEqual([
    ["claude", "own", `/.claude.json (projects ${process.cwd()})`, "ready"],
    ["claude", "notes", "/.config/Claude/claude_desktop_config.json", "ready"],
    ["claude", "remote", "/.config/Claude/claude_desktop_config.json", "not-stdio"],
    ["claude", "-x", "/.config/Claude/claude_desktop_config.json", "unusual"],
    ["claude", "a\u001b[2J", "/.config/Claude/claude_desktop_config.json", "unusual"],
    ["cursor", "odd", "/.cursor/mcp.json", "unusual"],
    ["codex", "files", "/.codex/config.toml", "ready"],
    ["zed", "z", "/.config/zed/settings.json", "ready"],
  ]);
  expect(found[0]?.before).toContain('"command": "local"');
  expect(found[1]?.before).toContain('"command": "node",\n"args": [\n  "server.js",');
  expect(found[1]?.after).toMatch(/"tap",\n {2}"--name",\n {2}"notes",\n {2}"--",\n {2}"node",/);
  expect(found[6]?.before).toBe('command = "files"\nargs = [\n  "a b"\n]');
  expect(JSON.stringify(found)).not.toMatch(/sk-proj|4711|example\.com/);
});
