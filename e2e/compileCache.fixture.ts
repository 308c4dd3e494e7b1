/**
 * Lets the processes that tests start share their compiled code: taps and commands have data folders
 * of their own, so each would compile the program again.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs once for each project of the configuration. */
export function setup(): (() => void) | undefined {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  // a folder for each run: the scripts of tests have other paths each time
  const folder = mkdtempSync(join(tmpdir(), "mcp-playground-compiled-"));
  process.env.NODE_COMPILE_CACHE = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
