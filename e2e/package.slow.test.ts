/** Checks the published package: packed, installed in an empty folder, small, and it starts. */
import { execFile, spawn } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../relay/relay.fixture.ts";
import { pageArgs, plainServer, startedPage } from "./installedPackage.fixture.ts";
import { installedBytes, installInto, packInto, whyNoRegistry } from "./packedPackage.ts";
import { requestAsBrowser } from "./pairAsPage.ts";

const run = promisify(execFile);

/** Maximum sizes in bytes: of the file that is downloaded, and installed with its dependencies. */
const maxPackedBytes = 4_000_000;
const maxInstalledBytes = 22_000_000;

const echo = { name: "echo", kind: "tool", item: "echo" };

/** Packages that only some commands need. */
const onDemand = ["ioredis", "chokidar", "pino"];

/** Writes the name of each package that a program loads to its standard error. */
const noteLoaded = `
  import { writeSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) writeSync(2, "loaded " + name + "\\n");
      return next(url, context);
    },
  });`;

test("it is packed in 4 MB, installed in 22 MB, and starts by its command name", async (context) => {
  const folder = temporaryFolder();
  const tarball = await packInto(folder);
  const packed = statSync(tarball).size;
  expect(packed, `${(packed / 1e6).toFixed(1)} MB`).toBeLessThan(maxPackedBytes);
  try {
    await installInto(folder, tarball);
  } catch (error) {
    return context.skip(whyNoRegistry(error));
  }

  const bytes = installedBytes(folder);
  expect(bytes).toBeGreaterThan(packed);
  expect(bytes, `${(bytes / 1e6).toFixed(1)} MB`).toBeLessThan(maxInstalledBytes);

  const environment = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
  const help = await run("npx", ["mcp-playground", "--help"], { cwd: folder, env: environment });
  expect(help.stdout).toContain("Usage: mcp-playground");

  writeFileSync(join(folder, "noteLoaded.mjs"), noteLoaded);
  writeFileSync(join(folder, "server.mjs"), plainServer);
  const listed = await run("npx", ["mcp-playground", "list", "tools", "--", "node", "server.mjs"], {
    cwd: folder,
    env: {
      ...environment,
      NODE_OPTIONS: `--import=${pathToFileURL(join(folder, "noteLoaded.mjs")).href}`,
    },
  });
  expect(listed.stdout).toContain("echo");
  const loaded = [...listed.stderr.matchAll(/^loaded (\S+)$/gm)].map(([, name]) => name);
  expect(loaded).toContain("commander");
  expect(loaded.filter((name) => onDemand.includes(name ?? ""))).toEqual([]);

  const program = spawn("npx", ["mcp-playground", ...pageArgs], {
    cwd: folder,
    env: environment,
    detached: true,
  });
  const link = await startedPage(program);
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
