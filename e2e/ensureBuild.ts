/** Builds the page when it is older than what it is made of. */
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
  if (isFresh()) return;
  if (!(await runScript("build"))) throw new Error("The build failed; see above.");
}

function isFresh(): boolean {
  const built = changedAt(join(pageDir, "index.html"));
  // Folders are among the matches: their times tell of files that went away.
  return globSync(sources, { cwd: projectRoot }).every(
    (path) => changedAt(join(projectRoot, path)) <= built,
  );
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
