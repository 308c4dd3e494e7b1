/** Checks the published package: packed, installed in an empty folder, small, and it starts. */
import { execFile, spawn } from "node:child_process";
import { globSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder, until } from "../relay/relay.fixture.ts";
import { ensureBuild } from "./ensureBuild.ts";
import { requestAsBrowser } from "./pairAsPage.ts";
import { projectRoot } from "./runScript.ts";

const run = promisify(execFile);

/** Maximum size in bytes, dependencies included. */
const maxBytes = 28_000_000;

function bytesIn(folder: string): number {
  const files = globSync("**/*", { cwd: folder, exclude: [] });
  return files.reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0);
}

const echo = { name: "echo", kind: "tool", item: "echo" };

/** Installs the packed file; returns a sentence if the registry cannot be reached. */
async function install(folder: string, tarball: string): Promise<string | undefined> {
  try {
    await run("npm", ["install", "--omit=dev", "--prefer-offline", "--no-audit", tarball], {
      cwd: folder,
    });
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr: string };
    if (process.env.CI || !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(stderr)) {
      throw error;
    }
    return "The registry cannot be reached, so the package was not installed.";
  }
}

test("packed and installed it takes at most 28 MB, and starts by its command name", async (context) => {
  await ensureBuild();
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{ "name": "somebody", "private": true }');
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    { cwd: projectRoot, maxBuffer: 1 << 26 },
  );
  const name = /"filename":\s*"([^"]+)"/.exec(stdout)?.[1] ?? "";
  const problem = await install(folder, join(folder, name));
  if (problem) return context.skip(problem);

  const bytes = bytesIn(join(folder, "node_modules"));
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes, `${(bytes / 1e6).toFixed(1)} MB`).toBeLessThan(maxBytes);

  const environment = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
  const help = await run("npx", ["mcp-playground", "--help"], { cwd: folder, env: environment });
  expect(help.stdout).toContain("Usage: mcp-playground");

  const started = spawn("npx", ["mcp-playground", "--no-open", "--port", "0"], {
    cwd: folder,
    env: environment,
    detached: true,
  });
  onTestFinished(() => {
    if (started.pid !== undefined) process.kill(-started.pid, "SIGTERM");
  });
  let said = "";
  started.stdout.on("data", (part) => (said += part));
  started.stderr.on("data", (part) => (said += part));
  const link = await until(() => /MCP Playground: (\S+)/.exec(said)?.[1]);
  const { body: page } = await requestAsBrowser(link);
  expect(page).toContain("<title>MCP Playground</title>");
  const script = /href="\.?\/?(assets\/[^"]+)"/.exec(page)?.[1];
  expect((await requestAsBrowser(new URL(script ?? "no-script", link).href)).status).toBe(200);

  // the package contains the protocol engine and the schema validator as well
  const calls = { format: "mcp-playground-collection/1", name: "one", calls: [echo] };
  writeFileSync(join(folder, "calls.json"), JSON.stringify(calls));
  const ran = await run("npx", ["mcp-playground", "run", "calls.json", "http://127.0.0.1:50/mcp"], {
    cwd: folder,
    env: environment,
  }).catch((error: { code: number; stderr: string }) => error);
  expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining("cannot be reached") });
  const checked = await run("npx", ["mcp-playground", "check", "http://127.0.0.1:50/mcp"], {
    cwd: folder,
    env: environment,
  }).catch((error: { code: number; stdout: string }) => error);
  expect(checked).toMatchObject({ code: 3 });
  expect(checked.stdout).toContain("cannot be reached");
}, 600_000);
