import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { KnownClient } from "../../../config/knownClients.ts";
import { temporaryFolder } from "../../../relay.fixture.ts";
import { createTerminal, type Terminal } from "../../terminal.ts";
import { installTap } from "./installTap.ts";

const text = `{
  // of this machine
  "servers": {
    "notes": { "command": "node", "args": ["server.js"], "env": { "A": "b" } },
  }
}
`;

/** The configuration of VS Code in a folder of its own. */
function writeConfiguration(content = text) {
  const folder = temporaryFolder();
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(folder, "Code", "User", "mcp.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o640 });
  return { path, files: () => readdirSync(dirname(path)) };
}

/** Runs the command; the user gives this answer. */
async function run(
  isRemoval: boolean,
  answer: (() => string) | undefined,
  server = "notes",
  client: KnownClient = "vscode",
) {
  // the program that the tap starts with
  const [own = "", vitest = ""] = process.argv;
  process.argv = [own, join(import.meta.dirname, "../../main.ts")];
  onTestFinished(() => {
    process.argv = [own, vitest];
  });
  let said = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const terminal: Terminal = {
    ...createTerminal({ stdout: sink, stderr: sink }),
    ask: answer && (async () => answer()),
  };
  const code = await installTap({ kind: "tap-install", client, server, isRemoval }, terminal);
  return { code, said };
}

test("the change is shown, agreed to, and taken back; a copy of the file stays", async () => {
  const { path, files } = writeConfiguration();
  const { code, said } = await run(false, () => "y");
  expect(code).toBe(0);
  expect(said).toContain(
    '-     "notes": { "command": "node", "args": ["server.js"], "env": { "A": "b" } },',
  );
  expect(said).toMatch(
    /\+ {5}"notes": \{ "command": ".*"tap", "--name", "notes", "--", "node", "server\.js"\]/,
  );
  expect(said).not.toContain("of this machine");
  const installed = readFileSync(path, "utf8");
  expect(installed).toContain("// of this machine");
  expect(statSync(path).mode & 0o777).toBe(0o640);
  const [backup = ""] = files().filter((name) => name.includes(".before-tap-"));
  expect(readFileSync(join(dirname(path), backup), "utf8")).toBe(text);
  expect(statSync(join(dirname(path), backup)).mode & 0o777).toBe(0o600);
  expect((await run(true, () => "yes")).code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("without agreement nothing is changed", async () => {
  const { path, files } = writeConfiguration();
  expect(await run(false, () => "")).toMatchObject({ code: 0 });
  expect(await run(false, undefined)).toMatchObject({ code: 2 });
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(files()).toEqual(["mcp.json"]);
});

test("a file that has changed while the question was shown is left as it is", async () => {
  const { path, files } = writeConfiguration();
  const changed = text.replace("node", "bun");
  const { code, said } = await run(false, () => {
    writeFileSync(path, changed);
    return "y";
  });
  expect({ code, said }).toEqual({
    code: 3,
    said: expect.stringContaining("has changed meanwhile"),
  });
  expect(readFileSync(path, "utf8")).toBe(changed);
  expect(files()).toEqual(["mcp.json"]);
});

test("a link to the file stays a link", async () => {
  const { path } = writeConfiguration();
  const real = join(temporaryFolder(), "real.json");
  writeFileSync(real, text);
  rmSync(path);
  symlinkSync(real, path);
  expect((await run(false, () => "y")).code).toBe(0);
  expect(readFileSync(real, "utf8")).toContain('"tap"');
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toBe(readFileSync(real, "utf8"));
});

test("says what is wrong, with control characters escaped", async () => {
  writeConfiguration('{"servers":{"a\\u001b[2J":{"command":"x\\u001b[2J","args":["\\u202e"]}}}');
  expect(await run(false, () => "y")).toMatchObject({
    code: 2,
    said: expect.stringContaining('vscode has no server "notes" in\n'),
  });
  const { said } = await run(false, () => "", "a\u001b[2J");
  expect(said).not.toContain("\u001b");
});

test("Claude Code: the local scope of the project comes first, and shadows the others", async () => {
  const home = realpathSync(temporaryFolder());
  const [project, folder] = [join(home, "project"), join(home, "project", "src")];
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(folder);
  for (const name of ["HOME", "XDG_CONFIG_HOME"]) vi.stubEnv(name, home);
  vi.stubEnv("CLAUDE_CONFIG_DIR", undefined);
  const former = process.cwd();
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(former);
    vi.unstubAllEnvs();
  });
  const notes = (program: string) => ({ notes: { command: program, args: ["server.js"] } });
  const desktop = join(home, "Claude", "claude_desktop_config.json");
  const [user, shared] = [join(home, ".claude.json"), join(project, ".mcp.json")];
  const settings = {
    mcpServers: notes("of-user"),
    projects: { "/other": { mcpServers: {} }, [project]: { mcpServers: notes("of-local") } },
  };
  mkdirSync(dirname(desktop));
  writeFileSync(user, JSON.stringify(settings, null, 2));
  writeFileSync(shared, JSON.stringify({ mcpServers: notes("of-project") }));
  writeFileSync(desktop, JSON.stringify({ mcpServers: notes("of-desktop") }));

  const { code, said } = await run(false, () => "y", "notes", "claude");
  expect(code).toBe(0);
  for (const place of [shared, user]) {
    const sentence = "which is shadowed: Claude Code uses the one that is changed.";
    expect(said).toContain(`${place} has a server of this name too, ${sentence}\n`);
  }
  expect(said).toContain(`${desktop} has a server of this name too, for Claude Desktop.`);
  expect(said).toContain(`${user} (projects ${project})\n`);
  const changed = JSON.parse(readFileSync(user, "utf8"));
  expect(changed.mcpServers).toEqual(settings.mcpServers);
  const { args } = changed.projects[project].mcpServers.notes;
  expect(args.slice(-4)).toEqual(["notes", "--", "of-local", "server.js"]);

  expect((await run(true, () => "y", "notes", "claude")).code).toBe(0);
  expect(JSON.parse(readFileSync(user, "utf8"))).toEqual(settings);
  const missing = await run(false, () => "y", "none", "claude");
  expect(missing.said).toContain(`claude has no server "none" in\n  ${user} (projects ${folder})`);
});
