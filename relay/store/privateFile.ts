/** Creates folders and files that only their owner can read. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../errorCode.ts";

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` would loop forever if an existing
 * folder answers ENOENT, as those in /proc do.
 * @throws {Error} with the system's `code` when it cannot be created
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another relay created it meanwhile.
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Creates an empty file if there is none, and restricts it to its owner.
 * @throws {Error} with the system's `code` when it cannot be created
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}
