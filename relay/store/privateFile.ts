/** Creates folders and files that only their owner can read. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

/**
 * Returns the content of a private file; creates it with `fresh` if there is none. Its folder is
 * created if missing.
 * @throws {Error} when it cannot be created or read, or is not a regular file of this user
 */
export function readOrCreateSecret(path: string, fresh: Uint8Array): Buffer {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    // Another relay that starts at the same moment must never read a partial secret.
    writeFileSync(draft, fresh, { mode: 0o600, flag: "wx" });
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  requireOwnFile(path);
  makePrivateFile(path);
  return readFileSync(path);
}

/**
 * Reads a private file as text; undefined if there is none.
 * @throws {Error} when it cannot be read, or is not a regular file of this user
 */
export function readPrivateFile(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  requireOwnFile(path);
  return readFileSync(path, "utf8");
}

/**
 * Replaces a private file as a whole; its folder is created if missing.
 * @throws {Error} with the system's `code` when it cannot be written
 */
export function writePrivateFile(path: string, text: string): void {
  makePrivateFolder(dirname(path));
  const draft = `${path}.${process.pid}-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Refuses a symbolic link and another user's file, with which another user would choose the content.
 * @throws {Error} with a reason for the user
 */
function requireOwnFile(path: string): void {
  const file = lstatSync(path);
  const isOwn = process.getuid === undefined || file.uid === process.getuid();
  if (!file.isFile() || !isOwn) throw new Error(`${path} is not a regular file owned by this user`);
}
