/** Checks that lint and the compiler refuse each kind of import that crosses a folder boundary. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findViolations, layers } from "./boundaries.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => join(root, "node_modules", ".bin", name);
let project = "";

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "boundaries-"));
  for (const file of ["biome.json", "package.json", "tsconfig.base.json"]) {
    await cp(join(root, file), join(project, file));
  }
  await mkdir(join(project, "shared"));
  await cp(join(root, "shared/tsconfig.json"), join(project, "shared/tsconfig.json"));
  await symlink(join(root, "node_modules"), join(project, "node_modules"), "junction");
});

afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs a tool in the temporary project and returns its output, whatever its exit code. */
function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: project, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error && typeof error.code === "string") reject(error);
      else resolve(stdout + stderr);
    });
  });
}

async function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
}

const importing = (specifier: string) =>
  `import * as other from "${specifier}";\nexport const used = other;\n`;

/** A module and an import that it must not have. */
const refused: readonly (readonly [file: string, specifier: string])[] = [
  ["shared/core/a.ts", "../log/entry.ts"],
  ["shared/a.ts", "../web/main.ts"],
  ["shared/log/a.ts", "../../e2e/chromium.ts"],
  ["shared/log/b.ts", "../transport/transport.ts"],
  ["shared/protocol/a.ts", "react"],
  ["shared/protocol/b.ts", "monaco-editor"],
  ["shared/protocol/c.ts", "node:fs"],
  ["shared/protocol/d.ts", "express"],
  ["shared/log/c.ts", "@cfworker/json-schema"],
  ["shared/log/d.ts", "oauth4webapi"],
  ["shared/schema/a.ts", "oauth4webapi"],
  ["shared/lint/a.ts", "../messages/findingText.ts"],
  ["shared/client/a.ts", "../messages/findingText.ts"],
  ["relay/config/c.ts", "../../shared/messages/configProblemText.ts"],
  ["web/servers/store/c.ts", "../../../shared/messages/findingText.ts"],
  ["shared/client/c.ts", "openai"],
  ["web/sampling/store/c.ts", "@anthropic-ai/sdk"],
  ["relay/f.ts", "@google/genai/web"],
  ["shared/models/a.ts", "../transport/transport.ts"],
  ["shared/oauth/a.ts", "@cfworker/json-schema"],
  ["relay/a.ts", "../web/main.ts"],
  ["relay/b.ts", "../e2e/chromium.ts"],
  ["relay/c.ts", "react"],
  ["relay/d.ts", "../shared/client/client.ts"],
  ["relay/config/a.ts", "../../shared/recording/link.ts"],
  ["relay/config/b.ts", "../cli/flags.ts"],
  ["relay/http/a.ts", "../../shared/lint/lint.ts"],
  ["relay/cli/commands/a.ts", "react"],
  ["web/a.ts", "../relay/server.ts"],
  ["web/b.ts", "../e2e/chromium.ts"],
  ["web/c.ts", "node:path"],
  ["web/app/a.ts", "../build/precompress.ts"],
  ["web/ui/a.ts", "../calls/ui/a.ts"],
  ["web/ui/b.ts", "../../shared/log/entry.ts"],
  ["web/view/a.ts", "../servers/store/serversStore.ts"],
  ["web/watch/settings/a.ts", "../store/watchStore.ts"],
  ["web/inbox/hooks/a.ts", "../../servers/hooks/useItems.ts"],
  ["web/servers/store/a.ts", "monaco-editor"],
  ["web/servers/store/b.tsx", "../../ui/Button.tsx"],
  ["web/servers/store/d.ts", "../../calls/store/drafts.ts"],
  ["web/servers/store/e.ts", "../ui/a.tsx"],
  ["web/messages/a.ts", "../calls/ui/a.ts"],
  ["web/form/a.ts", "@cfworker/json-schema"],
  ["web/editor/a.ts", "../calls/ui/a.ts"],
  ["web/calls/ui/a.ts", "../../traffic/ui/a.ts"],
  ["web/calls/ui/c.ts", "monaco-editor/editor"],
  ["web/calls/ui/d.ts", "../../app/layout/theme.ts"],
  ["web/calls/ui/deep/a.ts", "../../../traffic/ui/a.ts"],
  ["web/calls/ui/deep/b.ts", "../../../../relay/server.ts"],
  ["web/calls/messages/a.ts", "../ui/a.ts"],
];

/** A module and an import that it may have. */
const allowed: readonly (readonly [file: string, specifier: string])[] = [
  ["shared/transport/ok.ts", "../relay/frames/frames.ts"],
  ["shared/schema/ok.ts", "@cfworker/json-schema"],
  ["shared/log/ok.test.ts", "../../relay/server.ts"],
  ["relay/ok.ts", "../shared/relay/frames/frames.ts"],
  ["relay/cli/commands/ok.ts", "../../../shared/client/client.ts"],
  ["web/relay/store/ok.ts", "../../../shared/relay/frames/frames.ts"],
  ["relay/cli/commands/ok2.ts", "../../../shared/messages/findingText.ts"],
  ["shared/conform/ok.ts", "../messages/findingText.ts"],
  ["web/calls/ui/ok3.ts", "../../../shared/messages/findingText.ts"],
  ["web/editor/ok.ts", "monaco-editor"],
  ["web/app/ok.ts", "../calls/ui/a.ts"],
  ["web/build/ok.ts", "node:fs"],
  ["web/build/ok2.ts", "../app/shell/renderShell.tsx"],
  ["web/calls/ui/ok.ts", "../../ui/Button.ts"],
  ["web/calls/ui/ok2.ts", "./deep/a.ts"],
  ["web/calls/ui/deep/ok.ts", "../a.ts"],
  ["web/calls/ui/ok4.ts", "../../traffic/store/a.ts"],
  ["web/calls/store/ok.ts", "../../servers/store/a.ts"],
];

describe("Imports between folders", () => {
  const violationsOf = (file: string, text: string) => findViolations(new Map([[file, text]]));

  test.each(refused)("%s must not import %s", (file, specifier) => {
    expect(violationsOf(file, importing(specifier))).toHaveLength(1);
  });

  test.each([
    'import type { A } from "../web/a.ts";',
    'import type {\n  A,\n  B,\n} from "../web/a.ts";',
    'export { a } from "../web/a.ts";',
    'import "../web/a.ts";',
    'const a = () => import("../web/a.ts");',
  ])("an import is found however it is written: %s", (text) => {
    expect(violationsOf("shared/a.ts", text)).toHaveLength(1);
  });

  test.each(allowed)("%s may import %s", (file, specifier) => {
    expect(violationsOf(file, importing(specifier))).toEqual([]);
  });

  test("two parts of the page that import each other are reported", () => {
    const one = ["web/app/layout/a.ts", importing("../commands/a.ts")] as const;
    const other = ["web/app/commands/a.ts", importing("../layout/a.ts")] as const;
    expect(findViolations(new Map([one]))).toEqual([]);
    expect(findViolations(new Map([one, other]))).toHaveLength(1);
  });

  test("a folder with too many modules is reported", () => {
    const names = Array.from({ length: 19 }, (_, index) => `shared/core/m${index}.ts`);
    expect(findViolations(new Map(names.map((name) => [name, ""])))).toHaveLength(1);
    expect(findViolations(new Map(names.slice(1).map((name) => [name, ""])))).toEqual([]);
  });
});

describe("the documents", () => {
  const quoted = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

  test("ARCHITECTURE.md says the same about each folder of shared", async () => {
    const text = await readFile(join(root, "ARCHITECTURE.md"), "utf8");
    const [, table = ""] = /## Which folder may import which(.*?)\n## /s.exec(text) ?? [];
    const rows = table.split("\n").filter((line) => line.startsWith("| `shared/"));
    const documented = rows.flatMap((row) => {
      const [, folders, imports] = row.split("|");
      const allowed = quoted(imports?.split(";")[0]).map((name) => `shared/${name}`);
      return quoted(folders).map((folder) => [folder, allowed.sort()]);
    });
    const checked = layers
      .filter(([folder]) => folder.startsWith("shared/"))
      .map(([folder, allowed]) => [folder, allowed.toSorted()]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(checked));
  });

  test.each(["shared", "relay", "web"])("the README names each folder of %s", async (top) => {
    const text = await readFile(join(root, "README.md"), "utf8");
    const tree = new RegExp(`^${top}/ .*?^(?=\\S)`, "ms").exec(text)?.[0] ?? "";
    const entries = await readdir(join(root, top), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const named = [...tree.matchAll(/([a-z]+)\//gi)].map(([, name]) => name);
    expect(folders.filter((name) => name !== "public" && !named.includes(name))).toEqual([]);
  });
});

interface Finding {
  readonly category: string;
  readonly location: { readonly path: string };
}

describe("Biome", () => {
  let findings: readonly Finding[] = [];
  const of = (file: string) =>
    findings.filter(({ location }) => location.path === file).map(({ category }) => category);

  beforeAll(async () => {
    await write({
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
  const sources = {
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
    await rm(join(project, "shared"), { recursive: true });
    await write({ ...sources, "relay/carry.ts": "export const carry = 1;\n" });
    await cp(join(root, "shared/tsconfig.json"), join(project, "shared/tsconfig.json"));
    printed = await run(bin("tsc"), ["-b", "shared", "--pretty", "false"]);
  });

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

  test("fetch and URL may be used in shared", () => {
    expect(printed).not.toContain("shared/ok.ts");
  });
});
