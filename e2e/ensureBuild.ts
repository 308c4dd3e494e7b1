/** Builds the page when its sources are newer than the build. */
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, runScript } from "./runScript.ts";

/** Where the built page is. */
export const pageDir = join(projectRoot, "dist/page");

const sources = ["web/**", "shared/**", "relay/**", "vite.config.ts", "package-lock.json"];

/**
 * Builds into `dist/` if the build is older than the sources.
 * @throws {Error} when the build fails
 */
export async function ensureBuild(): Promise<void> {
  if (isFresh(join(pageDir, "index.html"))) return;
  // In a unit test the variable says "test", and the page would be built for development.
  const env = { NODE_ENV: "production" };
  if (!(await runScript("build", [], env))) throw new Error("The build failed; see above.");
}

/**
 * Whether a built file is newer than all of its sources.
 * @param more glob patterns of sources besides the page's own
 */
export function isFresh(file: string, more: readonly string[] = []): boolean {
  const built = changedAt(file);
  // Folders are among the matches: their modification time shows deleted files.
  return globSync([...sources, ...more], { cwd: projectRoot }).every(
    (path) => changedAt(join(projectRoot, path)) <= built,
  );
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
