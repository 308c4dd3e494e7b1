/** Builds the page when its sources are newer than the build. */
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { projectRoot, runScript } from "./runScript.ts";

/** Where the built page is. */
export const pageDir = join(projectRoot, "dist/page");

const sources = ["web/**", "shared/**", "relay/**", "vite.config.ts", "package-lock.json"];

/**
 * Makes sure that `dist/` holds a build of the sources as they are now.
 * @throws {Error} when the build fails
 */
export async function ensureBuild(): Promise<void> {
  if (isFresh(join(pageDir, "index.html"))) return;
  if (!(await runScript("build"))) throw new Error("The build failed; see above.");
}

/**
 * Whether a built file is younger than all that it is made of.
 * @param more patterns of what it is made of beside the page's own sources
 */
export function isFresh(file: string, more: readonly string[] = []): boolean {
  const built = changedAt(file);
  // Folders are among the matches: their times tell of files that went away.
  return globSync([...sources, ...more], { cwd: projectRoot }).every(
    (path) => changedAt(join(projectRoot, path)) <= built,
  );
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
