/** Keeps the compiled code of the program for its next start, which then takes a quarter less time. */
import { lstatSync } from "node:fs";
import { enableCompileCache, getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { dataFolder } from "../store/dataFolder.ts";
import { makePrivateFolder } from "../store/privateFile.ts";

/** Without a folder of this user, the program starts as it would without a cache. */
export function keepCompiledCode(): void {
  // NODE_COMPILE_CACHE names one
  if (getCompileCacheDir() !== undefined) return;
  try {
    const folder = join(dataFolder(undefined), "compiled");
    makePrivateFolder(folder);
    const { uid } = lstatSync(folder);
    // another user would choose the code that runs here
    if (process.getuid === undefined || uid === process.getuid()) enableCompileCache(folder);
  } catch {
    // the folder cannot be created or read
  }
}
