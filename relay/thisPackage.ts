/** This package's folder, version and links, whether run as TypeScript or from `dist/`. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectLinks } from "./projectLinks.ts";

function findRoot(from: string): string {
  return existsSync(join(from, "package.json")) ? from : findRoot(dirname(from));
}

/** The folder that holds package.json. */
export const packageRoot = findRoot(import.meta.dirname);

const manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

export const version: string = manifest.version;

export const projectLinks = readProjectLinks(manifest);
