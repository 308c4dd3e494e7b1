/** Proves that the walls between the rooms hold: plants each kind of violation and sees it refused. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => join(root, "node_modules", ".bin", name);
let house = "";

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "house-"));
  for (const file of ["biome.json", "package.json", "tsconfig.base.json"]) {
    await cp(join(root, file), join(house, file));
  }
  await mkdir(join(house, "shared"));
  await cp(join(root, "shared/tsconfig.json"), join(house, "shared/tsconfig.json"));
  await symlink(join(root, "node_modules"), join(house, "node_modules"), "junction");
});

afterAll(() => rm(house, { recursive: true, force: true }));

/** Runs a tool in the planted house and returns all that it printed; its exit code is no news here. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: house, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error && typeof error.code === "string") reject(error);
      else resolve(stdout + stderr);
    });
  });
}

async function plant(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
}

const importing = (specifier: string) =>
  `import * as other from "${specifier}";\nexport const used = other;\n`;
const restricted = "lint/style/noRestrictedImports";

/** File, what it imports, the rule that must refuse it. */
const refused: readonly (readonly [file: string, specifier: string, rule: string])[] = [
  ["shared/a.ts", "../web/main.ts", restricted],
  ["shared/b.ts", "../e2e/chromium.ts", restricted],
  ["shared/c.ts", "react", restricted],
  ["shared/d.ts", "monaco-editor", restricted],
  ["shared/e.ts", "node:fs", "lint/correctness/noNodejsModules"],
  ["shared/f.ts", "express", restricted],
  ["shared/log/a.ts", "@cfworker/json-schema", restricted],
  ["shared/log/b.ts", "oauth4webapi", restricted],
  ["shared/schema/a.ts", "oauth4webapi", restricted],
  ["shared/oauth/a.ts", "@cfworker/json-schema", restricted],
  ["relay/a.ts", "../web/main.ts", restricted],
  ["relay/b.ts", "../e2e/chromium.ts", restricted],
  ["relay/c.ts", "react", restricted],
  ["relay/e.ts", "../shared/client/client.ts", restricted],
  ["relay/config/a.ts", "../../shared/share/link.ts", restricted],
  ["relay/f.ts", "../shared/lint/lint.ts", restricted],
  ["relay/commands/a.ts", "react", restricted],
  ["relay/d.ts", "zustand", "lint/correctness/noUndeclaredDependencies"],
  ["web/a.ts", "../relay/server.ts", restricted],
  ["web/b.ts", "../e2e/chromium.ts", restricted],
  ["web/c.ts", "node:path", "lint/correctness/noNodejsModules"],
  ["web/ui/a.ts", "../features/tools/a.ts", restricted],
  ["web/session/a.ts", "monaco-editor", restricted],
  ["web/words/a.ts", "../features/tools/a.ts", restricted],
  ["web/form/a.ts", "@cfworker/json-schema", restricted],
  ["web/editor/a.ts", "../features/tools/a.ts", restricted],
  ["web/features/tools/a.ts", "../traffic/a.ts", restricted],
  ["web/features/tools/b.ts", "../../features/traffic/a.ts", restricted],
  ["web/features/tools/c.ts", "monaco-editor/editor", restricted],
  ["web/features/tools/deep/a.ts", "../../traffic/a.ts", restricted],
  ["web/features/tools/deep/b.ts", "../../../../relay/server.ts", restricted],
];

/** What the rooms may well do. */
const welcome: readonly (readonly [file: string, specifier: string])[] = [
  ["shared/transport/ok.ts", "../relay/wire.ts"],
  ["shared/schema/ok.ts", "@cfworker/json-schema"],
  ["shared/log/ok.test.ts", "../../relay/server.ts"],
  ["relay/ok.ts", "../shared/relay/wire.ts"],
  ["relay/commands/ok.ts", "../../shared/client/client.ts"],
  ["web/session/ok.ts", "../../shared/relay/wire.ts"],
  ["web/editor/ok.ts", "monaco-editor"],
  ["web/app/ok.ts", "../features/tools/a.ts"],
  ["web/features/tools/ok.ts", "../../ui/Button.ts"],
  ["web/features/tools/ok2.ts", "./deep/a.ts"],
  ["web/features/tools/deep/ok.ts", "../a.ts"],
  ["web/features/tools/deep/ok2.ts", "../../../ui/Button.ts"],
];

interface Finding {
  readonly category: string;
  readonly location: { readonly path: string };
}

describe("Biome", () => {
  let findings: readonly Finding[] = [];
  const of = (file: string) =>
    findings.filter(({ location }) => location.path === file).map(({ category }) => category);

  beforeAll(async () => {
    await plant(Object.fromEntries([...refused, ...welcome].map(([f, to]) => [f, importing(to)])));
    await plant({
      "shared/cycle/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;\n',
      "shared/cycle/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;\n',
      "shared/promise.ts": "async function late() {}\nexport function go() {\n  late();\n}\n",
      "shared/long.ts": "export const a = 1;\n".repeat(401),
      "shared/index.ts": 'export { a } from "./a.ts";\nexport { b } from "./b.ts";\n',
      "shared/wrong_name.ts": "export const a = 1;\n",
      "shared/fallback.ts": "export default 1;\n",
      "web/ui/Loud.module.css": ".loud {\n  color: #ff0000;\n}\n",
      "web/ui/Hooked.tsx":
        'import { useState } from "react";\n' +
        "export function Hooked(p: { on: boolean }) {\n  if (p.on) useState(1);\n" +
        "  return <img src={String(p.on)} />;\n}\n",
    });
    const args = ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json", "."];
    const printed = await run(bin("biome"), args);
    const json = printed.split("\n").find((line) => line.startsWith("{"));
    findings = JSON.parse(json ?? "").diagnostics as Finding[];
  }, 60_000);

  test.each(refused)("%s must not import %s", (file, _, rule) => {
    expect(of(file)).toContain(rule);
  });

  test.each(welcome)("%s may import %s", (file) => {
    expect(of(file)).not.toContain(restricted);
  });

  test.each([
    ["shared/cycle/one.ts", "lint/suspicious/noImportCycles"],
    ["shared/promise.ts", "lint/nursery/noFloatingPromises"],
    ["shared/long.ts", "lint/style/noExcessiveLinesPerFile"],
    ["shared/index.ts", "lint/performance/noBarrelFile"],
    ["shared/wrong_name.ts", "lint/style/useFilenamingConvention"],
    ["shared/fallback.ts", "lint/style/noDefaultExport"],
    ["web/ui/Loud.module.css", "lint/style/noHexColors"],
    ["web/ui/Hooked.tsx", "lint/correctness/useHookAtTopLevel"],
    ["web/ui/Hooked.tsx", "lint/a11y/useAltText"],
  ])("%s breaks %s", (file, rule) => {
    expect(of(file)).toContain(rule);
  });
});

describe("TypeScript", () => {
  const strangers = {
    "shared/dom.ts": "export const title = document.title;\n",
    "shared/window.ts": "export const width = window.innerWidth;\n",
    "shared/node.ts":
      'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n',
    "shared/process.ts": "export const home = process.env;\n",
    "shared/buffer.ts": 'export const bytes = Buffer.from("x");\n',
    "shared/neighbour.ts": 'import { carry } from "../relay/carry.ts";\nexport const c = carry;\n',
    "shared/ok.ts": "export const get = () => fetch(new URL('http://127.0.0.1/'));\n",
  };
  let printed = "";

  beforeAll(async () => {
    await rm(join(house, "shared"), { recursive: true });
    await plant({ ...strangers, "relay/carry.ts": "export const carry = 1;\n" });
    await cp(join(root, "shared/tsconfig.json"), join(house, "shared/tsconfig.json"));
    printed = await run(bin("tsc"), ["-b", "shared", "--pretty", "false"]);
  }, 60_000);

  test.each([
    ["shared/dom.ts", "'document'"],
    ["shared/window.ts", "'window'"],
    ["shared/node.ts", "'node:fs'"],
    ["shared/process.ts", "'process'"],
    ["shared/buffer.ts", "'Buffer'"],
    ["shared/neighbour.ts", "not under 'rootDir'"],
  ])("%s is refused for %s", (file, words) => {
    const line = printed.split("\n").find((text) => text.startsWith(`${file}(`));
    expect(line ?? printed).toContain(words);
  });

  test("fetch and URL are welcome in shared", () => {
    expect(printed).not.toContain("shared/ok.ts");
  });
});
