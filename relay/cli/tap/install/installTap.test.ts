import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Writable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
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
async function run(isRemoval: boolean, answer: (() => string) | undefined, server = "notes") {
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
  const code = await installTap(
    { kind: "tap-install", client: "vscode", server, isRemoval },
    terminal,
  );
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
    said: expect.stringContaining("There is no such server in it."),
  });
  const { said } = await run(false, () => "", "a\u001b[2J");
  expect(said).not.toContain("\u001b");
});
