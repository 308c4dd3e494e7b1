/** This package's folder and version, whether run as TypeScript or from `dist/`. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

function findRoot(from: string): string {
  return existsSync(join(from, "package.json")) ? from : findRoot(dirname(from));
}

/** The folder that holds package.json. */
export const packageRoot = findRoot(import.meta.dirname);

export const version: string = JSON.parse(
  readFileSync(join(packageRoot, "package.json"), "utf8"),
).version;
