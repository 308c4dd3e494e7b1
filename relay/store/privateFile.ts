/** Makes folders and files that only their owner can read. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Not with `recursive`: where a folder that is there refuses to
 * hold another by saying that there is no such thing, as those of /proc do, Node tries for ever.
 * @throws {Error} with the system's `code` when it cannot be made
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // another relay was faster
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Makes an empty file where there is none, and takes it from everybody but its owner.
 * @throws {Error} with the system's `code` when it cannot be made
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
}
