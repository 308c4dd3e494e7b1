/** Packs the published package and installs it; `npm run size` prints how large both are. */
import { execFile } from "node:child_process";
import { globSync, lstatSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ensureBuild } from "./ensureBuild.ts";
import { projectRoot } from "./runScript.ts";

const run = promisify(execFile);

/** Packs the built project. @returns the path of the tarball */
export async function packInto(folder: string): Promise<string> {
  await ensureBuild();
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--json", "--pack-destination", folder],
    { cwd: projectRoot, maxBuffer: 1 << 26 },
  );
  const name = /"filename":\s*"([^"]+)"/.exec(stdout)?.[1];
  if (name === undefined) throw new Error(`npm pack named no file: ${stdout.slice(0, 200)}`);
  return join(folder, name);
}

/** Installs a tarball as somebody who depends on it. @throws what npm reports */
export async function installInto(folder: string, tarball: string): Promise<void> {
  writeFileSync(join(folder, "package.json"), '{ "name": "somebody", "private": true }');
  await run("npm", ["install", "--omit=dev", "--prefer-offline", "--no-audit", tarball], {
    cwd: folder,
  });
}

/**
 * The sentence with which a test is skipped where the registry cannot be reached.
 * @param error what an installation failed with; thrown again in CI, and if it has another cause
 */
export function whyNoRegistry(error: unknown): string {
  const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(stderr + stdout);
  if (process.env.CI || !isOffline) throw error;
  return "The registry cannot be reached, so the package was not installed.";
}

/** The size in bytes of an installed package with its dependencies. */
export function installedBytes(folder: string): number {
  const files = globSync("node_modules/**/*", { cwd: folder, exclude: [] });
  return files
    .map((file) => lstatSync(join(folder, file)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-playground-size-"));
  try {
    const tarball = await packInto(folder);
    await installInto(folder, tarball);
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(`packed     ${megabytes(statSync(tarball).size)}`);
    console.log(`installed  ${megabytes(installedBytes(folder))}, dependencies included`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
